package api_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/orchestrator/chain"
	"stead/runs"
	"stead/ui/model"
)

// contextOf is that of a request: a stream of events ends with its reader.
func contextOf(t testing.TB, o operation) (context.Context, context.CancelFunc) {
	if o.ID == "follow-events" {
		return context.WithTimeout(t.Context(), time.Millisecond)
	}
	return context.WithCancel(t.Context())
}

// filler makes values of texts, one after the other.
type filler struct {
	texts []string
	next  int
	// some says by its bits which members there are that need not be.
	some uint64
}

func (f *filler) text() string {
	f.next++
	return f.texts[f.next%len(f.texts)]
}

func (f *filler) has() bool {
	f.next++
	return f.some>>(f.next%64)&1 == 1
}

// value is one of a schema: of its type, and else whatever the texts are.
func (f *filler) value(s *schema) any {
	text := f.text()
	switch {
	case s == nil:
		return text
	case len(s.Enum) > 0 && f.has():
		return s.Enum[len(text)%len(s.Enum)]
	case s.is("boolean"):
		return len(text)%2 == 0
	case s.is("integer"), s.is("number"):
		return len(text)%20 - 2
	case s.is("array"):
		all := []any{}
		for range len(text) % 3 {
			all = append(all, f.value(s.Items))
		}
		return all
	case s.is("object"):
		return f.object(s, text)
	}
	return text
}

func (f *filler) object(s *schema, text string) any {
	if len(s.Properties) == 0 {
		var members map[string]any
		if json.Unmarshal([]byte(text), &members) == nil {
			return members
		}
		return map[string]any{f.text(): text}
	}
	members := map[string]any{}
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if slices.Contains(s.Required, name) || f.has() {
			members[name] = f.value(s.Properties[name])
		}
	}
	return members
}

// request fills all parameters and the body of a route.
func (f *filler) request(o operation) question {
	q := question{operation: o, parameters: map[string]string{}}
	for _, p := range o.Parameters {
		if text := f.text(); p.Required || f.has() {
			q.parameters[p.Name] = text
		}
	}
	if o.body != nil {
		q.body = f.value(o.body)
		if f.some == 0 {
			q.body = f.text()
		}
	}
	return q
}

// beginsNothing has all that begins be what there is already: a fuzzer begins a thousand things a second.
func (m *machine) beginsNothing() {
	m.begins()
	run, waiting := m.run(runs.Completed).ID, m.chain(chain.Waiting)
	contest, err := m.shown.Options.Acts.Hold(m.t.Context(), model.StartContest{})
	if err != nil {
		m.t.Fatal(err)
	}
	acts := m.shown.Options.Acts
	acts.Start = func(context.Context, model.Start) (string, error) { return run, nil }
	acts.Fork = func(context.Context, model.Fork) (string, error) { return run, nil }
	acts.Resume = func(context.Context, model.Resume) (string, error) { return run, nil }
	acts.Hold = func(context.Context, model.StartContest) (string, error) { return contest, nil }
	acts.Chain = func(context.Context, model.StartChain) (string, error) { return waiting, nil }
	acts.Gate = func(context.Context, string, model.PassGate) error { return nil }
}

// FuzzRoutes gives arbitrary values to every parameter and every body of every route in the document. The server never
// fails, and describes the error in JSON.
func FuzzRoutes(f *testing.F) {
	m := newMachine(f)
	m.beginsNothing()
	m.post("/drafts", `{"session":"claude:`+sessionID+`"}`, 202, nil)
	all := m.documented()
	for n := range all {
		for _, some := range []uint64{0, 1<<64 - 1, 0x5a5a5a5a5a5a5a5a} {
			f.Add(uint8(n), some, "claude", sessionID, "3", "5")
			f.Add(uint8(n), some, "run", "latest", "-1", "1")
			f.Add(uint8(n), some, "draft", "latest", "drop", "1-2")
			f.Add(uint8(n), some, "claude:latest", "codex", "true", "turn:1")
			f.Add(uint8(n), some, "", "", "", "")
			f.Add(uint8(n), some, "../..", "~/x:.", "1h", "true")
			f.Add(uint8(n), some, "\x00", "\xff\u202e%2f", "\"", "a OR NEAR(b*)")
			f.Add(uint8(n), some, "cli,model", "since:7d -tool:bash \"", "99999999999999999999", "[]{}*?")
			f.Add(uint8(n), some, `{"steps":[{"name":"a","cli":"codex","prompt":"x"}],"from":"latest"}`, "insert", "9-", "null")
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, some uint64, a, b, c, d string) {
		o := all[int(n)%len(all)]
		if o.ID == "trade-token" {
			t.Skip() // each wrong token waits longer than the one before
		}
		m.t = t
		q := (&filler{texts: []string{a, b, c, d}, some: some}).request(o)
		w := m.ask(t, q)
		kind := w.Header().Get("Content-Type")
		switch {
		case w.Code >= 500:
			t.Errorf("%s %+v %v: %d\n%s", o.ID, q.parameters, q.body, w.Code, w.Body)
		case strings.HasSuffix(kind, "json") && !json.Valid(w.Body.Bytes()):
			t.Errorf("%s: no JSON: %s", o.ID, w.Body)
		case !strings.HasSuffix(kind, "json") && o.ID != "follow-events" && o.ID != "get-recording" && o.ID != "get-shape":
			t.Errorf("%s: %d, %s", o.ID, w.Code, kind)
		}
	})
}
