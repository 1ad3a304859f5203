package e2e_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// leakedKey is put together here, so that no scanner takes this file for a leak.
const leakedKey = "AKIA" + "QYLPMN5HFIQR7XYA"

// leaks writes a key into a recorded session.
func leaks(t *testing.T, session harness.Session) {
	t.Helper()
	content, err := os.ReadFile(session.Path)
	if err != nil {
		t.Fatal(err)
	}
	leaky := bytes.ReplaceAll(content, []byte("Do you see a bug?"), []byte("Do you see a bug? My key is "+leakedKey))
	if bytes.Equal(leaky, content) {
		t.Fatal("the recorded session has changed: no place for the key")
	}
	if err := os.WriteFile(session.Path, leaky, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSecretsDoNotReachAnotherVendorsModel(t *testing.T) {
	for _, c := range []struct {
		name, target, flag string
		arrives            bool
		says               string
	}{
		{"masked", "codex", "--redact", false, "masked     aws-access-token (1) in a prompt"},
		{"masked unless somebody can be asked", "codex", "--cwd=.", false, "secrets    1 found and masked"},
		{"off", "codex", "--redact=off", true, "secrets    1 found and sent as they are"},
		{"the same vendor", "claude", "--redact", true, "secrets    not checked: whoever gets them has them already"},
		{"always", "claude", "--redact=always", false, "masked     aws-access-token (1) in a prompt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := g.Place("claude", "text")
			leaks(t, session)
			result := g.Stead("run", "--from", session.Ref(), "--to", c.target, "-p", prompt, c.flag)
			exits(t, result, 0, c.says)
			got := conversation(g, "claude", g.Turns()[0])
			if strings.Contains(got, leakedKey) != c.arrives || !strings.Contains(got, "subtracts") {
				t.Errorf("the key arrives: %v, want %v:\n%s", !c.arrives, c.arrives, got)
			}
			if !c.arrives && !strings.Contains(got, "My key is [redacted: aws-access-token]") {
				t.Errorf("there is no mask:\n%s", got)
			}
			if strings.Contains(result.Stderr, leakedKey) {
				t.Errorf("the report says the key: %s", result.Stderr)
			}
			if !strings.Contains(onlyRecord(t, g).rawJournal(t), leakedKey) {
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
	exits(t, g.Stead("run", "--from", session.Ref(), "--to", "codex", "-p", prompt, "--redact"), 0)
	back := g.Stead("run", "--from", "run:latest", "--to", "claude", "-p", prompt, "--redact")
	exits(t, back, 0, "masked     aws-access-token (1) in an answer")
	got := conversation(g, "claude", g.Turns()[1])
	if !strings.Contains(got, "My key is "+leakedKey) || strings.Contains(got, codexKey) || !strings.Contains(got, "Use [redacted: aws-access-token] for it.") {
		t.Errorf("what arrives at home:\n%s", got)
	}
	all := records(t, g)
	latest := all[slices.IndexFunc(all, func(r record) bool { return r.To.CLI == "claude" })]
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
