package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"stead/inject/signals"
	"stead/runs"
)

// ding measures how long it takes to see what goes on: the list of a hundred runs, and the way from a CLI's own record
// of a turn's end to the line of stead watch.
func (b *bench) ding() error {
	if err := b.ps(); err != nil {
		return err
	}
	delays, err := b.watch()
	if err != nil {
		return err
	}
	b.table.limit("end of a turn to stead watch, median", "codex", quantile(delays, 0.5), 10*time.Millisecond)
	b.table.limit("end of a turn to stead watch, p99", "codex", quantile(delays, 0.99), 50*time.Millisecond)
	return os.RemoveAll(filepath.Join(b.home, ".codex"))
}

// data is where stead keeps its runs.
func (b *bench) data() string { return filepath.Join(b.home, ".local/share/stead") }

// addRun makes a run that goes on and waits.
func (b *bench) addRun() error {
	folder := runs.Open(b.data())
	id, err := folder.Create(time.Now())
	if err != nil {
		return err
	}
	return folder.Save(runs.Run{
		ID: id, Status: runs.Running, State: signals.Permission, From: runs.Session{CLI: "claude", ID: "a"},
		To:  runs.Session{CLI: "codex", ID: id},
		Dir: "/home/user/demo", Started: time.Now(), FinalText: strings.Repeat("Done. ", 100), Supervisor: runs.Self(),
	})
}

func (b *bench) ps() error {
	for range 100 {
		if err := b.addRun(); err != nil {
			return err
		}
	}
	figures, err := b.compare(31, job{line: []string{b.stead, "ps"}})
	if err != nil {
		return err
	}
	b.table.limit("stead ps", "100 runs", figures[0].wall, 20*time.Millisecond)
	return os.RemoveAll(b.data())
}

// dings is how many turns end.
const dings = 100

// watch has a session's turns begin and end, and returns how long each end took to be told.
func (b *bench) watch() (delays []time.Duration, err error) {
	session := filepath.Join(b.home,
		".codex/sessions/2026/11/20/rollout-2026-11-20T18-55-42-00000000-0000-4000-8000-000000000000.jsonl")
	if err := os.MkdirAll(filepath.Dir(session), 0o700); err != nil {
		return nil, err
	}
	native, err := os.Create(session)
	if err != nil {
		return nil, err
	}
	defer native.Close()
	if err := b.addRun(); err != nil {
		return nil, err
	}
	command := exec.Command(b.stead, "watch", "--json", "--silent")
	command.Env = b.environment()
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	defer func() {
		_ = command.Process.Signal(syscall.SIGINT)
		_ = command.Wait()
		_ = os.RemoveAll(b.data())
	}()
	t := turns{native: native, lines: bufio.NewScanner(output)}
	if err := t.await("waiting"); err != nil { // the run: now it is at work
		return nil, err
	}
	t.write(appended["codex"].first)
	for i := range dings {
		delay, err := t.one(i)
		if err != nil {
			return nil, err
		}
		delays = append(delays, delay)
	}
	return delays[1:], nil // before the first, nobody knew the session
}

// turns are those of a session that is watched.
type turns struct {
	native *os.File
	lines  *bufio.Scanner
}

func (t turns) write(record string) { _, _ = fmt.Fprintln(t.native, record) }

// event is a record of Codex about a turn.
func (t turns) event(kind string, number int) {
	t.write(fmt.Sprintf(`{"timestamp":%q,"type":"event_msg","payload":{"type":%q,"turn_id":"%d"}}`,
		time.Now().UTC().Format(time.RFC3339Nano), kind, number))
}

// one has a turn begin and end, and returns how long the end took to be told.
func (t turns) one(number int) (time.Duration, error) {
	now := time.Now().UTC().Format(time.RFC3339Nano)
	t.event("task_started", number)
	for _, role := range []string{"user", "assistant"} {
		t.write(
			fmt.Sprintf(
				`{"timestamp":%q,"type":"response_item","payload":{"type":"message","id":"%s-%d","role":%q,"content":[{"type":"%s_text","text":"Number %d."}]}}`,
				now, role, number, role, map[string]string{"user": "input", "assistant": "output"}[role], number))
	}
	if number > 0 {
		if err := t.await("started"); err != nil {
			return 0, err
		}
	}
	begin := time.Now()
	t.event("task_complete", number)
	err := t.await("finished")
	return time.Since(begin), err
}

// await reads lines of stead watch up to one of a kind.
func (t turns) await(kind string) error {
	for t.lines.Scan() {
		var event struct{ Kind string }
		if json.Unmarshal(t.lines.Bytes(), &event) == nil && event.Kind == kind {
			return nil
		}
	}
	return fmt.Errorf("stead watch ended before it told %q: %w", kind, t.lines.Err())
}
