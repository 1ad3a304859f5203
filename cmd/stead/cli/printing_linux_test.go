package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/creack/pty"

	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

// obeyed are what a terminal obeys and JSON lets stand as it is.
const obeyed = "\u009b31m\u202e\u2066\u200f\u061c"

func TestTerminalGetsNothingThatItObeys(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "session.json")
	var session bytes.Buffer
	if _, err := timeline.WriteDocument(&session, sample.Conversation(sample.User("Hello"+obeyed),
		sample.Assistant("Ho"+obeyed))); err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, file, session.Bytes())
	for _, args := range [][]string{
		{"session", "convert", file, "--to", "universal", "-o", "-"},
		{"session", "convert", file, "--to", "codex", "-o", "-"},
		{"session", "export", file, "--format", "cusf", "-o", "-"},
		{"session", "export", file, "--format", "universal", "-o", "-"},
		{"session", "export", file, "--format", "md", "-o", "-"}, {"show", file},
	} {
		shown := onTerminal(t, home, args)
		if !strings.Contains(shown, "Hello") || strings.ContainsAny(shown, obeyed[:len("\u009b")]+obeyed[len("\u009b31m"):]) {
			t.Errorf("stead %q shows %q", args, shown)
		}
		if piped := stead(t, home, args...); args[len(args)-1] == "-" &&
			strings.Contains(piped, "\u202e") != (args[3] != "md" && args[4] != "md") {
			t.Errorf("stead %q writes %q into a pipe", args, piped)
		}
	}
}

// onTerminal runs the program on a terminal and returns what comes there.
func onTerminal(t *testing.T, home string, args []string) string {
	t.Helper()
	command := steadProcess(t, args...)
	command.Env = []string{"HOME=" + home, "TMPDIR=" + t.TempDir(), "PATH=/usr/bin:/bin", "NO_COLOR=1", "PAGER=cat",
		"GORACE=atexit_sleep_ms=0"}
	terminal, err := pty.Start(command)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	shown, _ := io.ReadAll(terminal) // the end of a terminal is an error
	if err := command.Wait(); err != nil {
		t.Errorf("stead %q: %v: %s", args, err, shown)
	}
	return string(shown)
}

func TestStateThatIsNoUTF8GivesJSON(t *testing.T) {
	home := t.TempDir()
	session := filepath.Join(home, ".kimi-code/sessions/wd_demo_1/session_00000000-0000-4000-8000-000000000001")
	fixtures.Copy(t, "kimi/tools", session)
	state := filepath.Join(session, "state.json")
	content, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, state, append([]byte("{\"title\":\"\xff\x9b31m\","), content[1:]...))
	command := steadProcess(t, "session", "export", filepath.Join(session, "agents/main/wire.jsonl"), "--format",
		"universal", "-o", "-")
	command.Env = []string{"HOME=" + home, "TMPDIR=" + t.TempDir(), "GORACE=atexit_sleep_ms=0"}
	if out, err := command.Output(); err != nil || !json.Valid(out) || !utf8.Valid(out) {
		t.Errorf("the export is no JSON: %.500q, error %v", out, err)
	}
}
