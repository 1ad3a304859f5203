package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"stead/adapters"
	"stead/capture"
	"stead/inject"
	"stead/inject/signals"
	"stead/runs"
)

// asked are what CLIs tell by their hooks when they wait for a permission, with the number of the command to put in.
var asked = map[string]string{
	"claude": `{"session_id":"00000000-0000-4000-8000-000000000000","transcript_path":"/home/user/.claude/projects/-home-user-demo/s.jsonl","cwd":"/home/user/demo",` +
		`"permission_mode":"default","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"make %d","description":"Build"}}`,
	"opencode": `{"time":1795295283728,"id":"evt_1fff00aef002HKTMXwpvS78ylX","type":"permission.asked","properties":{"id":"per_1","sessionID":"ses_1",` +
		`"permission":"bash","patterns":["make *"],"metadata":{"command":"make %d"}}}`,
	"qwen": `{"session_id":"00000000-0000-4000-8000-000000000000","transcript_path":"/home/user/.qwen/projects/-home-user-demo/chats/s.jsonl","cwd":"/home/user/demo",` +
		`"hook_event_name":"PermissionRequest","permission_mode":"default","tool_name":"run_shell_command","tool_input":{"command":"make %d","description":"Build"}}`,
	"pi": `{"type":"ui_prompt_start","kind":"confirm","title":"Run make %d"}`,
}

// state measures the way from a line of a CLI's hooks to the state in the run's record.
func (b *bench) state() error {
	for _, driver := range adapters.Drivers() {
		cli := driver.Info().Name
		signaller, signals := driver.(inject.Signaller)
		if asked[cli] == "" || !signals {
			continue
		}
		delays, err := b.signalDelays(signaller, cli)
		if err != nil {
			return fmt.Errorf("signalDelays %s: %w", cli, err)
		}
		b.table.limit("hook to state, median, "+cli, "lines of hooks", quantile(delays, 0.5), 5*time.Millisecond)
		b.table.limit("hook to state, p99, "+cli, "lines of hooks", quantile(delays, 0.99), 50*time.Millisecond)
	}
	return nil
}

// signalDelays keeps a run's record by what is appended to its events, as a supervisor does.
func (b *bench) signalDelays(signaller inject.Signaller, cli string) (delays []time.Duration, err error) {
	folder := runs.Open(b.path("signalDelays-" + cli))
	id, err := folder.Create(time.Now())
	if err != nil {
		return nil, err
	}
	events, err := os.Create(folder.Events(id))
	if err != nil {
		return nil, err
	}
	defer events.Close()
	kept := make(chan string)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- capture.Lines(ctx, events.Name(), 0, capture.Poll, func(line []byte) error {
			signal, ok := signaller.Signal(inject.Hook, line)
			if !ok || signal.State != signals.Permission {
				return fmt.Errorf("not understood: %s", line)
			}
			err := folder.Save(runs.Run{ID: id, State: signal.State, About: signal.About})
			kept <- signal.About
			return err
		})
	}()
	delays, err = measureSignals(events, asked[cli], kept, ended)
	stop()
	return delays, errors.Join(err, <-ended)
}

// measureSignals appends lines and waits until what they tell is kept. The first ones, which wait for the hearing to
// begin, are not counted.
func measureSignals(events *os.File, line string, kept <-chan string, ended chan error) ([]time.Duration, error) {
	const warmUp, counted = 20, 600
	var delays []time.Duration
	for i := range warmUp + counted {
		time.Sleep(2 * time.Millisecond)
		begin := time.Now()
		if _, err := fmt.Fprintf(events, line+"\n", i); err != nil {
			return nil, err
		}
		if err := awaitSignal(kept, ended, fmt.Sprintf("make %d", i), i < warmUp); err != nil {
			return nil, err
		}
		if i >= warmUp {
			delays = append(delays, time.Since(begin))
		}
	}
	return delays, nil
}

// awaitSignal waits for what is asked for, or in the beginning for a while.
func awaitSignal(kept <-chan string, ended chan error, asked string, mayMiss bool) error {
	var tooLong <-chan time.Time
	if mayMiss {
		tooLong = time.After(50 * time.Millisecond)
	}
	for {
		select {
		case about := <-kept:
			if strings.HasSuffix(about, asked) {
				return nil
			}
		case <-tooLong:
			return nil
		case err := <-ended:
			ended <- nil
			return err
		}
	}
}
