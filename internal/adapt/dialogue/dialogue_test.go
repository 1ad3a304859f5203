package dialogue_test

import (
	"fmt"
	"strings"
	"testing"

	"stead/internal/adapt/dialogue"
	"stead/timeline"
)

// tape records what a sink receives.
type tape struct{ said, lost []string }

func (t *tape) say(format string, args ...any) error {
	t.said = append(t.said, fmt.Sprintf(format, args...))
	return nil
}

func (t *tape) User(e *timeline.Entry) error { return t.say("user %s", e.ID) }
func (t *tape) System(e *timeline.Entry) error {
	return t.say("system %s %v", e.ID, e.Compaction.Keeps)
}

func (t *tape) Response(response []*timeline.Entry) error {
	var ids []string
	for _, e := range response {
		ids = append(ids, e.ID)
	}
	return t.say("response %s", strings.Join(ids, "+"))
}

func (t *tape) Result(call, result *timeline.Entry) error {
	if strings.HasPrefix(result.Output.String(), "No result") {
		return t.say("no result of %s", call.ID)
	}
	return t.say("result %s of %s", result.ID, call.ID)
}

func (t *tape) Lose(what, _ string) { t.lost = append(t.lost, what) }

// play adds entries that are written as letters: u1 a prompt, t1 a text, c1 a call, r1 its result, s1 a summary that
// keeps call 1.
func play(t *testing.T, notes string) *tape {
	t.Helper()
	out := &tape{}
	d := dialogue.New(out)
	kinds := map[byte]timeline.EntryType{
		'u': timeline.User, 't': timeline.Assistant, 'c': timeline.ToolCall, 'r': timeline.ToolResult, 's': timeline.System,
	}
	for _, note := range strings.Fields(notes) {
		e := &timeline.Entry{ID: note, Type: kinds[note[0]]}
		switch note[0] {
		case 'r':
			e.CallID = "c" + note[1:]
		case 's':
			e.Compaction = &timeline.Compaction{Keeps: []string{"c" + note[1:]}}
		}
		if err := d.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOrder(t *testing.T) {
	for _, test := range []struct{ name, notes, want, lost string }{
		{"a response is one message", "u1 t1 c1 c2 r1 r2 t2 u2 t3",
			"user u1, response t1+c1+c2, result r1 of c1, result r2 of c2, response t2, user u2, response t3", ""},
		{"calls one after the other are two", "c1 r1 c2 r2", "response c1, result r1 of c1, response c2, result r2 of c2",
			""},
		{"a call waits for the results of those before", "c1 c2 r1 c3 r2 r3",
			"response c1+c2, result r1 of c1, result r2 of c2, response c3, result r3 of c3", ""},
		{"a prompt waits for a result", "c1 u1 r1 t1", "response c1, result r1 of c1, user u1, response t1", ""},
		{"results come as the source has them", "c1 c2 r2 r1", "response c1+c2, result r2 of c2, result r1 of c1", ""},
		{"texts between calls stay with them", "c1 t1 c2 r1 r2", "response c1+t1+c2, result r1 of c1, result r2 of c2", ""},
		{"a call without result gets a note", "c1 u1", "response c1, no result of c1, user u1", "result of a call"},
		{"one that never comes is noted last", "c1 t1 c2 r2 u1",
			"response c1+t1+c2, result r2 of c2, no result of c1, user u1", "result of a call"},
		{"and so at the end", "c1 t1", "response c1, no result of c1, response t1", "result of a call"},
		{"a result without call gets one", "u1 r1", "user u1, response c1, result r1 of c1", "call of a result"},
		{"a summary that waits keeps the result as well", "c1 s1 r1", "response c1, result r1 of c1, system s1 [c1 r1]", ""},
		{"nothing is nothing", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := play(t, test.notes)
			if said := strings.Join(got.said, ", "); said != test.want {
				t.Errorf("got  %s\nwant %s", said, test.want)
			}
			if lost := strings.Join(got.lost, ", "); lost != test.lost {
				t.Errorf("lost %q, want %q", lost, test.lost)
			}
		})
	}
}

// Without a limit, a source that lost one result would be held in memory as a whole.
func TestALostResultHoldsOnlySoMuch(t *testing.T) {
	notes := "c1"
	for i := range 70 {
		notes += fmt.Sprintf(" u%d", i)
	}
	got := play(t, notes)
	if len(got.said) != 72 || got.said[1] != "no result of c1" {
		t.Errorf("%d messages: %v", len(got.said), got.said[:3])
	}
}
