package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/internal/term/asciicast"
	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
)

// size is that of the recorded terminal. At this width the picture's letters stay readable in GitHub's column.
var size = ptyx.Size{Rows: 27, Columns: 92}

// The conversation that the recording shows, and the model's part of it.
const (
	continues = "stead run --from claude:latest --to codex"
	prompt    = "Which bug did we fix, and what is still to do?"
	answer    = `We fixed add in main.py: it subtracted where it should add. The task "Add tests" is still open.`
)

// record returns a recording of a shell in which stead continues a session. Markers say where something is to see.
func record(ctx context.Context) ([]byte, error) {
	folder, err := makeFolder()
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var recording bytes.Buffer
	if err := recordIn(ctx, folder, &recording); err != nil {
		return nil, err
	}
	return hideFolder(recording.Bytes(), folder)
}

// recordIn writes the recording, with a home in a folder.
func recordIn(ctx context.Context, folder string, target io.Writer) error {
	model, err := provider.Start(provider.Steps(
		provider.Use(provider.ToolCall{Tool: "exec_command", Arguments: `{"cmd":"cat NOTES.md"}`}), provider.Say(answer))...)
	if err != nil {
		return err
	}
	defer func() { _ = model.Close() }()
	home, err := prepare(folder, model.URL())
	if err != nil {
		return err
	}
	recorder, err := asciicast.NewRecorder(target, asciicast.Header{Columns: int(size.Columns), Rows: int(size.Rows)},
		time.Now())
	if err != nil {
		return err
	}
	t, err := openTerminal(home, recorder)
	if err != nil {
		return err
	}
	err = t.perform(ctx)
	if ending := t.process.End(context.WithoutCancel(ctx), time.Second); err == nil {
		err = ending
	}
	<-t.drawn
	t.screen.Close()
	return errors.Join(err, recorder.Close())
}

// shownFolder stands in the picture in place of the project's folder, which lies in a temporary folder of the machine.
const shownFolder = "/home/user/code/calculator"

// workFolder is the project's folder in a home, as the harness names it.
const workFolder = "work"

// makeFolder makes a temporary folder for a home whose project's path is as long as the one that is shown: programs
// break lines by it.
func makeFolder() (string, error) {
	prefix := filepath.Join(os.TempDir(), "stead-")
	digits := len(shownFolder) - len(prefix) - len("/"+workFolder)
	if digits < 1 {
		return "", fmt.Errorf("the temporary folder %s has too long a path for the picture", os.TempDir())
	}
	folder := fmt.Sprintf("%s%0*d", prefix, digits, os.Getpid())
	return folder, os.Mkdir(folder, 0o700)
}

// hideFolder puts the shown folder in place of the real one, also where a table has cut its beginning off. A recording
// that shows it in another form is an error.
func hideFolder(recording []byte, folder string) ([]byte, error) {
	work := filepath.Join(folder, workFolder)
	recording = bytes.ReplaceAll(recording, []byte(work), []byte(shownFolder))
	for cut := range work {
		recording = bytes.ReplaceAll(recording, []byte("…"+work[cut:]), []byte("…"+shownFolder[cut:]))
	}
	if bytes.Contains(recording, []byte(filepath.Base(folder))) {
		return nil, fmt.Errorf("the recording shows the temporary folder %s", folder)
	}
	return recording, nil
}

// prepare makes a home with a recorded Claude Code session, its project, and stead in PATH.
func prepare(folder, provider string) (*harness.Home, error) {
	home, err := harness.NewHome(folder, provider)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(home.Work, "NOTES.md"), []byte("# Notes\n- fixed add\n"), 0o600); err != nil {
		return nil, err
	}
	if _, err := home.Place("claude", "tools"); err != nil {
		return nil, err
	}
	stead, err := harness.SteadBinary()
	if err != nil {
		return nil, err
	}
	return home, os.Symlink(stead, filepath.Join(home.Bin, "stead"))
}

// terminal is the recorded one, with somebody who reads and types.
type terminal struct {
	process  *ptyx.Process
	screen   *screen.Screen
	recorder *asciicast.Recorder
	drawn    chan struct{} // closed when all output was drawn
}

func openTerminal(home *harness.Home, recorder *asciicast.Recorder) (*terminal, error) {
	shell := home.Command("", "sh", "-i")
	process, err := ptyx.Start(ptyx.Command{Path: shell.Path, Args: shell.Args[1:], Env: append(shell.Env, "PS1=$ "),
		Dir: shell.Dir}, size)
	if err != nil {
		return nil, err
	}
	t := &terminal{process: process, recorder: recorder, drawn: make(chan struct{})}
	t.screen = screen.New(int(size.Rows), int(size.Columns), func(answer []byte) { _, _ = process.Terminal.Write(answer) })
	go func() {
		defer close(t.drawn)
		_, _ = io.Copy(t, process.Terminal)
	}()
	return t, nil
}

// Write draws and records what the terminal shows.
func (t *terminal) Write(output []byte) (int, error) {
	t.recorder.Output(time.Now(), output)
	return t.screen.Write(output)
}

// perform plays the user: look at the sessions, continue the newest one in Codex, ask it something, and leave.
func (t *terminal) perform(ctx context.Context) error {
	for _, step := range []struct {
		keys, sees, marker string
	}{
		{"", "$", ""},
		{"stead list\r", "Fix the bug", ""},
		{"stead show claude:latest | tail -18\r", "Fixed the bug", ""},
		{continues, continues, "A session of Claude Code"},
		{"\r", "? for shortcuts", "Its history in Codex"},
		{prompt, prompt, ""},
		{"\r", "is still open.", "The session continues there"},
		{"\x03", "carry the work back", "The way back"},
	} {
		if err := t.step(ctx, step.keys, step.sees); err != nil {
			return err
		}
		if step.marker != "" {
			t.recorder.Mark(time.Now(), step.marker)
		}
	}
	return nil
}

// rest is how long nothing must have changed before the next key: CLIs take keys in one write for a paste.
const rest = time.Second

// step types keys and waits until a text is on the screen and nothing changes any more.
func (t *terminal) step(ctx context.Context, keys, sees string) error {
	if _, err := t.process.Terminal.Write([]byte(keys)); err != nil {
		return err
	}
	last, since := "", time.Now()
	for {
		switch text := t.screen.Text(); {
		case text != last:
			last, since = text, time.Now()
		case strings.Contains(strings.Join(strings.Fields(text), " "), sees) && time.Since(since) > rest:
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%q is not on the screen:\n%s", sees, last)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
