package run_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// leakedKey is put together here, so that no scanner takes this file for a leak.
const leakedKey = "AKIA" + "QYLPMN5HFIQR7XYA"

// leakedPassword is made up, too.
const leakedPassword = "hT9vK2xQ7mZp" + "4wLr"

// leaks writes a key into a recorded session, and what else there is.
func leaks(t *testing.T, session harness.Session, further ...string) {
	t.Helper()
	content, err := os.ReadFile(session.Path)
	if err != nil {
		t.Fatal(err)
	}
	leaky := bytes.ReplaceAll(content, []byte("Do you see a bug?"),
		[]byte("Do you see a bug? My key is "+leakedKey+strings.Join(further, "")))
	if bytes.Equal(leaky, content) {
		t.Fatal("the recorded session has changed: no place for the key")
	}
	if err := os.WriteFile(session.Path, leaky, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSecretsDoNotReachAnotherVendorsModel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, target, flag string
		arrives            bool
		says               string
	}{
		{"masked", "codex", "--redact", false, "masked     aws-access-token (1) in a prompt"},
		{"masked unless somebody can be asked", "codex", "--cwd=.", false, "secrets    1 found and masked"},
		{"off", "codex", "--redact=off", true, "secrets    not checked"},
		{"the same vendor", "claude", "--redact", true, "secrets    not checked: their recipient already has them"},
		{"always", "claude", "--redact=always", false, "masked     aws-access-token (1) in a prompt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			runtest.Proves(t, c.target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := g.Place("claude", "text")
			leaks(t, session)
			result := g.Stead("run", "--from", session.Ref(), "--to", c.target, "-p", runtest.Prompt, c.flag)
			runtest.Exits(t, result, 0, c.says)
			got := runtest.Conversation(g, "claude", g.Turns()[0])
			if strings.Contains(got, leakedKey) != c.arrives || !strings.Contains(got, "subtracts") {
				t.Errorf("the key arrives: %v, want %v:\n%s", !c.arrives, c.arrives, got)
			}
			if !c.arrives && !strings.Contains(got, "My key is [redacted: aws-access-token]") {
				t.Errorf("there is no mask:\n%s", got)
			}
			if strings.Contains(result.Stderr, leakedKey) {
				t.Errorf("the report says the key: %s", result.Stderr)
			}
			if !strings.Contains(runtest.OnlyRecord(t, g).RawJournal(t), leakedKey) {
				t.Error("the run's journal does not keep the source as it is")
			}
		})
	}
}

// Claude Code's own records go home as they were; what was said in Codex is news to its vendor.
func TestOnTheWayBackOnlyWhatTheOtherVendorSawIsMasked(t *testing.T) {
	t.Parallel()
	const codexKey = "ASIA" + "ZLPMN5HFIQR7XYQB"
	g := harness.New(t, provider.Steps(provider.Say("Use "+codexKey+" for it."), provider.Say("It goes on."))...)
	session := g.Place("claude", "text")
	leaks(t, session)
	original := g.Read(session.Path)
	runtest.Exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt, "--redact"), 0)
	back := g.Stead("run", "--from", "run:latest", "--to", "claude", "-p", runtest.Prompt, "--redact")
	runtest.Exits(t, back, 0, "masked     aws-access-token (1) in an answer")
	got := runtest.Conversation(g, "claude", g.Turns()[1])
	if !strings.Contains(got, "My key is "+leakedKey) || strings.Contains(got, codexKey) ||
		!strings.Contains(got, "Use [redacted: aws-access-token] for it.") {
		t.Errorf("what arrives at home:\n%s", got)
	}
	all := runtest.Records(t, g)
	latest := all[slices.IndexFunc(all, func(r runtest.Record) bool { return r.To.CLI == "claude" })]
	for line := range bytes.Lines(original) {
		if !bytes.Contains(g.Read(latest.To.Path), withoutSession(line)) {
			t.Errorf("a record did not come home as it was: %s", line)
		}
	}
}

// withoutSession returns the part of a record that a copy of its session has, too.
func withoutSession(record []byte) []byte {
	_, message, _ := bytes.Cut(record, []byte(`"message":`))
	message, _, _ = bytes.Cut(message, []byte(`,"sessionId"`))
	return message
}

// TestOnATerminalTheUserDecidesAboutSecrets is asked what becomes of the secrets of a session before another vendor
// gets them, with a prompt and without. No answer shows one of them.
func TestOnATerminalTheUserDecidesAboutSecrets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, answer      string
		exit              string
		arrives           string // what the model gets in place of the key
		says              string
		isOpen, isRefused bool
	}{
		{name: "mask", answer: "mask\r", exit: "0", arrives: "My key is [redacted: aws-access-token]",
			says: "secrets 2 found and masked"},
		{name: "send", answer: "send\r", exit: "0", arrives: "My key is " + leakedKey, says: "sent as they are: 2 secrets"},
		{name: "a second thought", answer: "yes\rm\r", exit: "0", arrives: "My key is [redacted: aws-access-token]",
			says: "answer mask, send or stop"},
		{name: "stop", answer: "stop\r", exit: "1", says: "stopped: nothing was delivered", isRefused: true},
		{name: "Enter", answer: "\r", exit: "1", says: "stopped: nothing was delivered", isRefused: true},
		{name: "Ctrl-C", answer: "\x03", exit: "130", isRefused: true},
		{name: "open, mask", answer: "m\r", exit: "0", arrives: "My key is [redacted: aws-access-token]",
			says: "password: [redacted: password]", isOpen: true},
		{name: "open, stop", answer: "stop\r", exit: "1", says: "stopped: nothing was delivered", isOpen: true,
			isRefused: true},
		{name: "open, Ctrl-C", answer: "\x03", exit: "130", isOpen: true, isRefused: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := g.Place("claude", "text")
			leaks(t, session, " and password: "+leakedPassword)
			args := []string{"run", "--from", session.Ref(), "--to", "codex", "-p", runtest.Prompt}
			if c.isOpen {
				args = append(args, "-i")
			}
			x := runtest.OnTerminal(t, g, runtest.Small, args...)
			x.Sees("2 secrets would go to Codex:", "My key is [redacted: aws-access-token] and password: [redacted: password]",
				"[mask/send/stop]:")
			x.Keys(c.answer)
			if c.says != "" {
				x.Sees(c.says)
			}
			if c.isOpen && !c.isRefused {
				x.Sees("It goes on.")
				runtest.QuitsAfterTurn(t, g, x, "codex", runtest.TurnEnds(t, g, "codex")-1)
			} else if code := x.Ends(); code != c.exit {
				t.Errorf("it ended with %s, want %s", code, c.exit)
			}
			if seen := x.Text(); strings.Contains(seen, leakedKey) || strings.Contains(seen, leakedPassword) {
				t.Errorf("a secret is on the screen:\n%s", seen)
			}
			if c.isRefused {
				nothingSent(t, g, x)
				return
			}
			if got := runtest.Conversation(g, "claude", g.Turns()[0]); !strings.Contains(got, c.arrives) {
				t.Errorf("the model got:\n%s", got)
			}
		})
	}
}

// nothingSent checks that nothing was delivered: no model was asked, no session made, and what comes next stands in a
// line of its own.
func nothingSent(t *testing.T, g *harness.Environment, x *runtest.Terminal) {
	t.Helper()
	if asked := g.Provider.Turns(); len(asked) > 0 {
		t.Errorf("the model was asked: %s", asked[0].Prompt())
	}
	if made, _ := filepath.Glob(filepath.Join(g.Dir, ".codex/sessions/*/*/*/*.jsonl")); len(made) > 0 {
		t.Errorf("sessions were made: %v", made)
	}
	if last := x.Screen.Transcript(); strings.Contains(last, "^Cexit") {
		t.Errorf("after Ctrl-C the shell goes on in the line of the question:\n%s", last)
	}
	runtest.NothingLeft(t, g)
}
