package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"stead/internal/term/ptyx"
)

// attached is how much a run has drawn, in MB, when its terminal is taken up.
const attached = 200

// attach measures the terminal of a run as people use it: through the supervisor of the run.
func (b *bench) attach() error {
	session := filepath.Join(b.home, ".claude", "projects", "-home-user-corpus", sessionID(0)+".jsonl")
	if err := makeSession(session, sessionID(0), 100_000, 0); err != nil {
		return err
	}
	for _, part := range []func() error{b.reattach, b.throughRun, b.echoOfRun} {
		if err := part(); err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(b.home, ".claude"))
}

// asRun is the command line of a run in which a shell command takes Codex's place.
func (b *bench) asRun(command string, flags ...string) []string {
	codex, work := b.path("bin/codex-command"), b.path("work")
	script := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'codex-cli 0.169.0'; exit; fi\n" + command + "\n"
	_ = os.MkdirAll(work, 0o700)
	_ = os.MkdirAll(filepath.Dir(codex), 0o700)
	_ = os.WriteFile(codex, []byte(script), 0o700)
	line := []string{"env", "STEAD_CLI_CODEX_BINARY=" + codex, b.stead, "run", "--from", "claude:" + sessionID(0),
		"--to", "codex", "--cwd", work}
	return append(line, flags...)
}

// reattach measures how long it takes until the screen of a run that has drawn much is there again, and what the run's
// process holds.
func (b *bench) reattach() error {
	text, done := b.path("much.txt"), b.path("done")
	if err := os.WriteFile(text, []byte(strings.Repeat(colours, attached*1e6/len(colours))), 0o600); err != nil {
		return err
	}
	defer func() { _ = os.Remove(text) }()
	line := b.asRun(fmt.Sprintf("cat %s; printf FINISHED; : >%s; exec sleep 600", text, done), "--detach")
	command := exec.Command(line[0], line[1:]...)
	command.Env, command.Dir = b.environment(), b.folder
	id, err := command.Output()
	if err != nil {
		return err
	}
	defer func() { _ = b.steadRuns("stop", "--all").Run() }()
	for {
		if _, err := os.Stat(done); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	var times []time.Duration
	for range *rounds {
		took, err := b.attachOnce()
		if err != nil {
			return err
		}
		times = append(times, took)
	}
	time.Sleep(20 * time.Second) // it gives back what it does not use four times a minute
	held, own, err := b.residentMemory(strings.TrimSpace(string(id)))
	if err != nil {
		return err
	}
	b.table.limit(fmt.Sprintf("attach after %d MB of output", attached), "", quantile(times, 0.5), 100*time.Millisecond)
	b.table.memory("memory of a run's process", held, 30<<20)
	b.table.memory("that, without the program's own file", own, 20<<20)
	return nil
}

func (b *bench) steadRuns(args ...string) *exec.Cmd {
	command := exec.Command(b.stead, args...)
	command.Env, command.Dir = b.environment(), b.folder
	return command
}

// attachOnce attaches, waits for the last word on the screen, and leaves.
func (b *bench) attachOnce() (time.Duration, error) {
	begin := time.Now()
	process, err := ptyx.Start(ptyx.Command{Path: b.stead, Args: []string{"attach"}, Env: b.environment(),
		Dir: b.folder}, size)
	if err != nil {
		return 0, err
	}
	defer func() { _ = process.End(context.Background(), time.Second) }()
	err = await(process, "FINISHED")
	return time.Since(begin), err
}

// residentMemory is what the process of a run holds now, and how much of that it shares with no other run: not the
// pages of the program's file.
func (b *bench) residentMemory(run string) (all, own int64, err error) {
	record, err := os.ReadFile(filepath.Join(b.home, ".local/share/stead/runs", run, "run.json"))
	if err != nil {
		return 0, 0, err
	}
	var r struct {
		Supervisor struct {
			PID int `json:"pid"`
		} `json:"supervisor"`
	}
	if err := json.Unmarshal(record, &r); err != nil {
		return 0, 0, err
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(r.Supervisor.PID) + "/status")
	if err != nil {
		return 0, 0, err
	}
	for name, value := range map[string]*int64{"VmRSS:": &all, "RssAnon:": &own} {
		_, line, _ := bytes.Cut(status, []byte(name))
		if _, err := fmt.Sscan(string(line), value); err != nil {
			return 0, 0, fmt.Errorf("read %s of the run's process: %w", name, err)
		}
		*value <<= 10
	}
	return all, own, nil
}

// throughRun compares what passes through a run with what passes through script. The start is not counted.
func (b *bench) throughRun() error {
	text, err := b.coloured()
	if err != nil {
		return err
	}
	run := way{"run", func(c string) []string { return b.asRun(c) }}
	script := way{"script, recording", func(c string) []string {
		return []string{"script", "-qc", c, "--log-out", b.path("script.out"), "--log-timing", b.path("script.times")}
	}}
	var times [2][]time.Duration
	for range *rounds {
		for i, w := range []way{run, script} {
			took, err := b.drawn(w, "echo READY; cat "+text)
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			times[i] = append(times[i], took)
		}
	}
	b.table.ratio(fmt.Sprintf("%d MB of output, run", *output), script.name, quantile(times[0], 0.5),
		quantile(times[1], 0.5), 1)
	return nil
}

// drawn returns how long it takes from a command's first word until all of its output has come.
func (b *bench) drawn(w way, command string) (time.Duration, error) {
	process, err := b.open(w, command)
	if err != nil {
		return 0, err
	}
	defer func() { _ = process.End(context.Background(), time.Second) }()
	if err := await(process, "READY"); err != nil {
		return 0, err
	}
	begin, chunk := time.Now(), make([]byte, 64<<10)
	for passed := int64(0); passed < *output*99e4; {
		n, err := process.Terminal.Read(chunk)
		if errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("only %d bytes came", passed)
		}
		passed += int64(n)
	}
	return time.Since(begin), nil
}

// echoOfRun measures how much later the echo of a key comes through a run.
func (b *bench) echoOfRun() error {
	straight := way{"straight", func(c string) []string { return []string{"sh", "-c", c} }}
	run := way{"run", func(c string) []string { return b.asRun(c) }}
	var delays [2][]time.Duration
	for range *rounds {
		for i, w := range []way{straight, run} {
			found, err := b.echoes(w)
			if err != nil {
				return fmt.Errorf("echo, %s: %w", w.name, err)
			}
			delays[i] = append(delays[i], found...)
		}
	}
	for share, limit := range map[float64]time.Duration{0.5: 200 * time.Microsecond, 0.99: 500 * time.Microsecond} {
		added := quantile(delays[1], share) - quantile(delays[0], share)
		b.table.limit(fmt.Sprintf("echo delay added, %s, run", map[float64]string{0.5: "median", 0.99: "p99"}[share]), "",
			added, limit)
	}
	return nil
}
