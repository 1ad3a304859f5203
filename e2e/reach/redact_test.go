package reach_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// leakedKey is put together here, so that no scanner takes this file for a leak.
const leakedKey = "AKIA" + "QYLPMN5HFIQR7XYA"

// leaky places a session of Claude Code with a key in it.
func leaky(t *testing.T, g *harness.Environment) harness.Session {
	t.Helper()
	session := g.Place("claude", "text")
	before := read(t, session.Path)
	after := strings.ReplaceAll(before, "Do you see a bug?", "Do you see a bug? My key is "+leakedKey)
	if after == before {
		t.Fatal("the recorded session has changed: no place for the key")
	}
	write(t, session.Path, after)
	return session
}

// hasKey returns a file of a machine that holds the key, or nothing.
func hasKey(t *testing.T, g *harness.Environment) (found string) {
	t.Helper()
	err := filepath.WalkDir(g.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil //nolint:nilerr // files come and go
		}
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), leakedKey) {
			found = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestSecretsStayOnTheMachine has a session with a key go on in the real Codex on another machine: sent there, waiting
// at the hub, and asked for from there. The key comes to no file of that machine. Who is asked and says stop sends
// nothing at all.
func TestSecretsStayOnTheMachine(t *testing.T) {
	t.Parallel()
	const mask = "My key is [redacted: aws-access-token]"
	hub := openHub(t)
	desk := hub.node("desk", provider.Steps(provider.Say("First."), provider.Say("Second."), provider.Say("Third."))...)
	laptop := hub.machine("laptop")
	hub.serve(laptop, "laptop", "--slots", "0") // the desk takes the job
	session := leaky(t, laptop)
	runtest.Repository(t, laptop)
	sees(t, laptop, "desk")
	sees(t, desk, "laptop")

	x := runtest.OnTerminal(t, laptop, wide, "run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-p",
		"Go on.")
	x.Sees("1 secret would go to Codex:", mask, "[mask/send/stop]:")
	x.Keys("stop\r")
	x.Sees("stopped: nothing was delivered")
	if code := x.Ends(); code != "1" {
		t.Errorf("it ended with %s", code)
	}
	if come, _ := filepath.Glob(filepath.Join(desk.Dir, ".local/share/stead/reach/arrivals/*")); len(come) > 0 {
		t.Errorf("there have come %v", come)
	}

	const says = "masked     aws-access-token (1) in a prompt"
	runtest.Exits(t, laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "desk", "-p", "Go on."), 0,
		says)
	job := laptop.Stead("run", "--from", session.Ref(), "--to", "codex", "--on", "any", "-p", "Go on.", "--redact")
	runtest.Exits(t, job, 0, says)
	runtest.Eventually(t, "the job is done", func() bool {
		return laptop.Stead("fetch", strings.TrimSpace(job.Stdout)).Code == 0 && len(lists(t, laptop)) == 0
	})
	runtest.Exits(t, desk.Stead("run", "--from", "laptop/"+session.Ref(), "--to", "codex", "-p", "Go on."), 0, says)
	runtest.Exits(t, desk.Stead("show", "laptop/"+session.Ref(), "--raw"), 1, "its records hold secrets")
	for _, line := range [][]string{
		{"show", "laptop/" + session.Ref(), "--full"}, {"show", "laptop/" + session.Ref(), "--json"},
		{"search", "bug", "--on", "laptop"}, {"search", "bug", "--json"},
	} {
		if shown := desk.Stead(line...); shown.Code != 0 || strings.Contains(shown.Stdout, leakedKey) ||
			!strings.Contains(shown.Stdout, "bug") {
			t.Errorf("%q there is\n%s%s", line, shown.Stdout, shown.Stderr)
		}
	}
	for i, turn := range desk.Turns() {
		if got := runtest.Conversation(desk, "codex", turn); !strings.Contains(got, mask) {
			t.Errorf("turn %d was told\n%s", i, got)
		}
	}
	if there, here := len(desk.Turns()), len(laptop.Provider.Turns()); there != 3 || here != 0 {
		t.Errorf("there were %d turns there and %d here", there, here)
	}
	if path := hasKey(t, desk); path != "" {
		t.Errorf("the key is in %s", path)
	}
	const title = "What is in this project?"
	write(t, session.Path, strings.ReplaceAll(read(t, session.Path), title, title+" "+leakedKey))
	if listed := desk.Stead("list", "--on", "laptop"); listed.Code != 0 || strings.Contains(listed.Stdout, leakedKey) ||
		!strings.Contains(listed.Stdout, title+" [redacted") {
		t.Errorf("the list is\n%s%s", listed.Stdout, listed.Stderr)
	}
	if hasKey(t, laptop) == "" {
		t.Error("the session here has lost its key")
	}
}
