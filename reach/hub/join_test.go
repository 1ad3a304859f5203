package hub_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"stead/reach/hub"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/roster"
)

// invited returns a line for a machine of Ann's.
func invited(t *testing.T, h *hub.Hub, within time.Duration) member.Line {
	t.Helper()
	line, err := h.Invite([]member.Role{member.Node, member.Operator}, hubtest.User, within)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

func TestMachineJoinsAsItsLineSays(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	m, err := link.Join(t.Context(), invited(t, h, time.Minute), "laptop", []string{"gpu"})
	if err != nil {
		t.Fatal(err)
	}
	if m.User != hubtest.User || !m.Has(member.Node) || !m.Has(member.Operator) || m.Has(member.Viewer) {
		t.Errorf("it is %+v", m.Peer)
	}
	kept := told(t, h, "laptop")
	if kept.Key != m.Key || kept.Recipient != m.Recipient || len(kept.Labels) != 1 {
		t.Errorf("the others are told of %+v", kept)
	}
}

// told returns what the bucket of machines says of one, once it does.
func told(t *testing.T, h *hub.Hub, name string) (p member.Peer) {
	t.Helper()
	kv, err := h.JetStream().KeyValue(t.Context(), layout.Machines)
	if err != nil {
		t.Fatal(err)
	}
	w, err := kv.Watch(t.Context(), layout.Token(name))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop() //nolint:errcheck // the test is over
	for {
		select {
		case e := <-w.Updates():
			if e == nil {
				continue // all that was there
			}
			if p, err = roster.Read(e.Value(), h.Pin()); err != nil {
				t.Fatal(err)
			}
			return p
		case <-time.After(20 * time.Second):
			t.Fatal("the bucket of machines does not know it")
		}
	}
}

func TestUsedLineIsRefused(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	line := invited(t, h, time.Minute)
	if _, err := link.Join(t.Context(), line, "laptop", nil); err != nil {
		t.Fatal(err)
	}
	for range 2 { // after a restart, too
		if _, err := link.Join(t.Context(), line, "thief", nil); !errors.Is(err, link.ErrUsed) {
			t.Errorf("a second time it is %v", err)
		}
		h = hubtest.Again(t, h)
	}
	if got := h.Machines(); len(got) != 1 || got[0].Name != "laptop" || got[0].Connected {
		t.Errorf("there are %+v", got)
	}
}

func TestExpiredLineIsRefused(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	line := invited(t, h, time.Second)
	if wait := time.Until(time.Unix(line.Expires, 0)); wait > 0 {
		time.Sleep(wait) // a line is good for a second at least
	}
	if _, err := link.Join(t.Context(), line, "laptop", nil); err == nil || err.Error() != member.ErrExpired.Error() {
		t.Errorf("it is %v", err)
	}
	invited(t, h, time.Minute) // has the hub forget those that have expired
	if _, err := link.Join(t.Context(), line, "laptop", nil); !errors.Is(err, link.ErrUsed) {
		t.Errorf("later it is %v", err)
	}
	if got := h.Machines(); len(got) != 0 {
		t.Errorf("there are %+v", got)
	}
}

func TestOnlyOneOfTwoUsesALine(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	line := invited(t, h, time.Minute)
	results := make(chan error, 2)
	for _, name := range []string{"one", "other"} {
		go func() {
			_, err := link.Join(t.Context(), line, name, nil)
			results <- err
		}()
	}
	first, second := <-results, <-results
	if (first == nil) == (second == nil) || len(h.Machines()) != 1 {
		t.Errorf("they got %v and %v; there are %+v", first, second, h.Machines())
	}
}

func TestWrongRequestsAreRefusedInWordsAndTheLineStaysGood(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	first := hubtest.Join(t, h, "laptop", member.Node)
	line := invited(t, h, time.Minute)
	for name, words := range map[string]string{
		"Laptop": "has joined already", "hub": "can be named hub", "here": "can be named here", "Any": "can be named any",
		"all": "can be named all", "": "is no name", "a.b": "is no name", "a/b": "is no name",
		strings.Repeat("x", 64): "is no name", "naïve": "is no name",
	} {
		if _, err := link.Join(t.Context(), line, name, nil); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: it says %v", name, err)
		}
	}
	if _, err := link.Join(t.Context(), line, "desk", []string{"a b"}); err == nil ||
		!strings.Contains(err.Error(), "is no label") {
		t.Errorf("a wrong label is %v", err)
	}
	if _, err := link.Join(t.Context(), line, "desk", make([]string, 17)); err == nil ||
		!strings.Contains(err.Error(), "at most 16 labels") {
		t.Errorf("too many labels are %v", err)
	}
	for words, r := range map[string]any{
		"another machine has this key": link.Request{Name: "desk", Key: first.Key, Recipient: first.Recipient},
		"key is damaged":               link.Request{Name: "desk", Key: "U", Recipient: first.Recipient},
		"age key is damaged":           link.Request{Name: "desk", Key: invitedKey(t), Recipient: "age1"},
		"read the request":             "words",
		"key has not signed it": map[string]any{"request": link.Request{Name: "desk", Key: invitedKey(t),
			Recipient: first.Recipient}, "signature": []byte("x")},
		"too large": strings.Repeat("x", 9<<10),
	} {
		if got := asked(t, line, r); !strings.Contains(got, words) {
			t.Errorf("it says %q, not %q", got, words)
		}
	}
	if _, err := link.Join(t.Context(), line, "desk", nil); err != nil {
		t.Error(err)
	}
}

func invitedKey(t *testing.T) string {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// asked sends a request as it is, and returns what the hub says.
func asked(t *testing.T, line member.Line, r any) string {
	t.Helper()
	content, err := json.Marshal(r)
	if request, ok := r.(link.Request); ok {
		content, err = request.Write(line.Seed)
	}
	if err != nil {
		t.Fatal(err)
	}
	conn, key := stranger(t, line)
	defer conn.Close()
	m, err := conn.Request(layout.JoinSubject(key), content, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var a link.Answer
	if err := json.Unmarshal(m.Data, &a); err != nil {
		t.Fatal(err)
	}
	return a.Problem
}

// stranger connects by a line alone, and returns the line's key, too.
func stranger(t *testing.T, line member.Line) (conn *nats.Conn, key string) {
	t.Helper()
	pair, err := nkeys.FromSeed([]byte(line.Seed))
	if err != nil {
		t.Fatal(err)
	}
	if key, err = pair.PublicKey(); err != nil {
		t.Fatal(err)
	}
	return dial(t, member.Member{Peer: member.Peer{Key: key}, URL: line.URL, Pin: line.Pin, Seed: line.Seed}, quiet), key
}

func TestWrongInvitesAreRefused(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	for words, try := range map[string]func() error{
		"at least one role": func() error { _, err := h.Invite(nil, "ann", time.Minute); return err },
		"is no role":        func() error { _, err := h.Invite([]member.Role{"king"}, "ann", time.Minute); return err },
		"has a user":        func() error { _, err := h.Invite([]member.Role{member.Node}, "", time.Minute); return err },
		"not for 0s":        func() error { _, err := h.Invite([]member.Role{member.Node}, "ann", 0); return err },
		"not for 1000h0m0s": func() error {
			_, err := h.Invite([]member.Role{member.Node}, "ann",
				1000*time.Hour)
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("it says %v, not %q", err, words)
		}
	}
}
