package exchange_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"testing"

	"stead/adapters"
	"stead/inject/redaction"
	"stead/inject/redaction/rules"
	"stead/internal/testkit/sample"
	"stead/orchestrator/exchange"
	"stead/reach/parcel"
	"stead/timeline"
	"stead/writers"
)

// leaked is put together here, so that no scanner takes this file for a leak. Kept stands in a record alone.
const (
	leaked = "AKIA" + "QYLPMN5HFIQR7XYA"
	kept   = "ASIA" + "ZLPMN5HFIQR7XYQB"
)

// leaky is a session of Claude Code with secrets in everything that leaves with it: texts, what is hidden from the
// model, an attachment, records, a sub-agent's session.
func leaky() timeline.Stream {
	prompt := sample.User("My key is " + leaked)
	prompt.Native = &timeline.Record{CLI: "claude", Line: 1,
		Raw: []byte(`{"type":"user","text":"My key is ` + leaked + `"}`)}
	prompt.Attachments = []timeline.Attachment{{Name: "env", MediaType: "text/plain",
		Data: timeline.NewText(base64.StdEncoding.EncodeToString([]byte("K=" + leaked)))}}
	hidden := sample.User("Nobody is told " + leaked)
	hidden.Hidden = true
	s := sample.Conversation(prompt, hidden, withRecord(`{"type":"note","text":"`+kept+`"}`))
	agent := sample.Conversation(sample.User("In the agent, too: " + leaked))
	agent.Header.ID = "agent"
	s.Children = []timeline.Stream{agent}
	return s
}

func withRecord(raw string) *timeline.Entry {
	e := sample.User("Go on.")
	e.Native = &timeline.Record{CLI: "claude", Line: 3, Raw: []byte(raw)}
	return e
}

func leaving(to string, p redaction.Policy) exchange.Leaving {
	return exchange.Leaving{Target: adapters.Named(to).Reader.Info(), Vendor: adapters.VendorOf, Redaction: p,
		Secrets: rules.New(nil)}
}

// packed is a session's parcel, and what is said to have been masked in it.
func packed(t *testing.T, l exchange.Leaving, s timeline.Stream) (text []byte, masked []writers.MaskedSecret) {
	t.Helper()
	left, report, err := l.Stream(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := parcel.Pack(t.Context(), &out, parcel.Load{Session: &left}); err != nil {
		t.Fatal(err)
	}
	if report != nil {
		masked = report().Masked
	}
	return out.Bytes(), masked
}

// holds reports whether a parcel holds a secret, plain or in base64 of any alignment.
func holds(text []byte, secret string) bool {
	for skip := range 3 {
		inner := base64.StdEncoding.EncodeToString([]byte(secret[skip:]))
		if bytes.Contains(text, []byte(inner[:len(inner)-4])) {
			return true
		}
	}
	return bytes.Contains(text, []byte(secret))
}

func TestSecretsAreMaskedBeforeASessionLeaves(t *testing.T) {
	for _, c := range []struct {
		to     string
		policy redaction.Policy
		leaves bool
	}{
		{"codex", redaction.Mask, false},
		{"codex", redaction.Always, false},
		{"claude", redaction.Always, false},
		{"claude", redaction.Mask, true}, // its vendor has them
		{"codex", redaction.Off, true},
	} {
		text, masked := packed(t, leaving(c.to, c.policy), leaky())
		for _, secret := range []string{leaked, kept} {
			if holds(text, secret) != c.leaves {
				t.Errorf("%s to %s: a secret leaves: %v", c.policy, c.to, !c.leaves)
			}
		}
		if (len(masked) == 0) != c.leaves {
			t.Errorf("%s to %s: it says that it masked %v", c.policy, c.to, masked)
		}
	}
}

func TestSecretInARecordAloneDoesNotLeave(t *testing.T) {
	s := sample.Conversation(withRecord(`{"text":"`+kept+`"}`), withRecord(kept+` cut off`))
	if text, _ := packed(t, leaving("codex", redaction.Mask), s); holds(text, kept) {
		t.Error("it leaves")
	}
	var found *redaction.SecretsError
	if _, _, err := leaving("codex", redaction.Ask).Stream(t.Context(), s); !errors.As(err, &found) || found.Count != 2 {
		t.Errorf("asked is %v", err)
	}
}

func TestUserIsAskedBeforeASessionWithSecretsLeaves(t *testing.T) {
	var found *redaction.SecretsError
	if _, _, err := leaving("codex", redaction.Ask).Stream(t.Context(), leaky()); !errors.As(err, &found) ||
		found.Title != "Codex" || found.Sightings[0].Where != "a prompt" {
		t.Errorf("asked is %+v, %v", found, err)
	}
	if _, _, err := leaving("claude", redaction.Ask).Stream(t.Context(), leaky()); err != nil {
		t.Errorf("its own vendor: %v", err)
	}
}

func TestSessionWithoutSecretsLeavesAsItIs(t *testing.T) {
	s := sample.Conversation(sample.User("Hello"), withRecord(`{"type":"note"}`))
	for _, p := range []redaction.Policy{redaction.Ask, redaction.Mask, redaction.Always} {
		masked, _ := packed(t, leaving("codex", p), s)
		if plain, _ := packed(t, leaving("codex", redaction.Off), s); !bytes.Equal(masked, plain) {
			t.Errorf("%s: it is another one", p)
		}
	}
}
