package state

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/inject"
	"stead/internal/golden"
	"stead/readers"
	"stead/signs"
)

// now is later than the limits of these tests; a limit that was just hit is as old as now.
var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

var patience = signs.Patience{Attempts: 3, Delay: time.Minute}

func limit(kind signs.Kind) *signs.Limit { return &signs.Limit{Kind: kind} }

func sign(from inject.Source, s signs.Sign) Signal { return Signal{from, s} }

// begins are the states in which a run's CLI may be.
var begins = []struct {
	name  string
	state State
}{
	{"starting", State{Is: signs.Starting}},
	{"starting, idle", State{Is: signs.Starting, idle: true}},
	{"starting, drawn", State{Is: signs.Starting, drawn: true}},
	{"working", State{Is: signs.Working, drawn: true}},
	{"working, throttled", State{Is: signs.Working, drawn: true, Limit: &signs.Limit{Kind: signs.Throttle, Attempt: 2}}},
	{"permission", State{Is: signs.Permission, About: "shell: rm", drawn: true}},
	{"input", State{Is: signs.Input, drawn: true}},
	{"input, asked", State{Is: signs.Input, About: "Which?", drawn: true}},
	{"failed", State{Is: signs.Failed, drawn: true}},
	{"limited", State{Is: signs.Limited, About: "used up", drawn: true, Limit: limit(signs.Usage)}},
	{"limited just now", State{Is: signs.Limited, About: "used up", drawn: true, Limit: limit(signs.Usage), limited: now}},
}

// events are all that can happen to it.
var events = []struct {
	name  string
	event Event
}{
	{"a prompt is given", Prompted{}},
	{"the composer is drawn", Drawn{}},
	{"the model answers", Answered{}},
	{"nothing stands on the screen", Cleared{inject.Screen}},
	{"signal: working", sign(inject.Hook, signs.Sign{State: signs.Working})},
	{"signal: input", sign(inject.Hook, signs.Sign{State: signs.Input})},
	{"signal: input about a question", sign(inject.Hook, signs.Sign{State: signs.Input, About: "Trust it?"})},
	{"signal: permission", sign(inject.Hook, signs.Sign{State: signs.Permission})},
	{"signal: permission for a call", sign(inject.Hook, signs.Sign{State: signs.Permission, About: "shell: make"})},
	{"signal: failed", sign(inject.Hook, signs.Sign{State: signs.Failed, About: "400"})},
	{"signal: a call is announced", sign(inject.Hook, signs.Sign{About: "shell: ls"})},
	{"limit: usage", sign(inject.Record, signs.Sign{About: "until noon", Limit: limit(signs.Usage)})},
	{"limit: usage is near", sign(inject.Record, signs.Sign{Limit: &signs.Limit{Kind: signs.Usage, Near: 0.9}})},
	{"limit: throttled", sign(inject.Record, signs.Sign{About: "429", Limit: limit(signs.Throttle)})},
	{"limit: network, given up", sign(inject.Record, signs.Sign{About: "gone", Limit: &signs.Limit{Kind: signs.Network, Final: true}})},
	{"limit: context", sign(inject.Record, signs.Sign{About: "too long", Limit: &signs.Limit{Kind: signs.Context, Final: true}})},
	{"records: a turn starts", Records{Turn: readers.TurnStarted}},
	{"records: a turn is expected", Records{Turn: readers.TurnExpected}},
	{"records: a turn is completed", Records{Turn: readers.TurnCompleted}},
	{"records: a turn seems completed", Records{Turn: readers.TurnCompleted, Unsure: true}},
	{"records: a turn is interrupted", Records{Turn: readers.TurnInterrupted}},
	{"records: a turn failed", Records{Turn: readers.TurnFailed}},
	{"records: a result", Records{HasResult: true}},
	{"records: others", Records{}},
}

// TestTransitions writes down what each event makes of each state, in an interactive run and in a headless one.
func TestTransitions(t *testing.T) {
	var b strings.Builder
	for _, r := range []struct {
		name  string
		rules Rules
	}{{"interactive, without a prompt", Rules{Patience: patience}}, {"interactive, with a prompt", Rules{Prompted: true, Patience: patience}}, {"headless", Rules{Headless: true, Prompted: true, Patience: patience}}} {
		fmt.Fprintf(&b, "# %s\n", r.name)
		for _, begin := range begins {
			fmt.Fprintf(&b, "\n%s\n", begin.name)
			for _, e := range events {
				after := begin.state.After(e.event, r.rules, now)
				if change := describe(begin.state, after, r.rules); change != "" {
					fmt.Fprintf(&b, "\t%-34s %s\n", e.name, change)
				}
			}
		}
		b.WriteString("\n")
	}
	golden.Assert(t, "testdata/transitions.txt", []byte(b.String()))
}

// describe says what has changed of what is seen, and of what is remembered.
func describe(before, after State, r Rules) string {
	var all []string
	if after.Is != before.Is || after.About != before.About {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s", after.Is, after.About)))
	} else if after.Since != before.Since {
		all = append(all, fmt.Sprintf("%s anew", after.Is))
	}
	switch {
	case after.HasHit(before, r):
		all = append(all, fmt.Sprintf("has hit %s", after.Limit.Kind))
	case after.Limit == nil && before.Limit != nil:
		all = append(all, "no limit any more")
	case after.Limit != before.Limit:
		all = append(all, fmt.Sprintf("%s limit, attempt %d", after.Limit.Kind, after.Limit.Attempt))
	}
	if after.idle && !before.idle {
		all = append(all, "is idle once it is drawn")
	}
	if after.intent != before.intent {
		all = append(all, "is about to do "+after.intent)
	}
	return strings.Join(all, "; ")
}

func TestATitleIsNewsWhenItChanges(t *testing.T) {
	s := State{Is: signs.Working, drawn: true}
	for i, c := range []struct {
		event Event
		want  signs.State
	}{
		{sign(inject.Title, signs.Sign{State: signs.Working}), signs.Working},
		{sign(inject.Hook, signs.Sign{State: signs.Permission}), signs.Permission},
		{sign(inject.Title, signs.Sign{State: signs.Working}), signs.Permission}, // the wheel turns while the CLI asks already
		{sign(inject.Title, signs.Sign{State: signs.Input}), signs.Input},
		{sign(inject.Title, signs.Sign{State: signs.Working}), signs.Working},
		{sign(inject.Screen, signs.Sign{State: signs.Permission}), signs.Permission},
		{sign(inject.Hook, signs.Sign{State: signs.Working}), signs.Working},
		{sign(inject.Screen, signs.Sign{State: signs.Permission}), signs.Working}, // it stands there still
		{Cleared{inject.Screen}, signs.Working},
		{sign(inject.Screen, signs.Sign{State: signs.Permission}), signs.Permission},
	} {
		s = s.After(c.event, Rules{Patience: patience}, now)
		if s.Is != c.want {
			t.Fatalf("event %d: %s, want %s", i, s.Is, c.want)
		}
	}
}

func TestATitleKnowsBetterThanRecordsWhetherATurnIsOver(t *testing.T) {
	for _, c := range []struct {
		title  signs.State
		unsure bool
		want   signs.State
	}{{signs.Working, true, signs.Working}, {"", true, signs.Input}, {signs.Working, false, signs.Input}} {
		s := State{Is: signs.Working, drawn: true}
		s = s.After(sign(inject.Title, signs.Sign{State: c.title}), Rules{}, now)
		s = s.After(Records{Turn: readers.TurnCompleted, Unsure: c.unsure}, Rules{}, now)
		if s.Is != c.want {
			t.Errorf("title %q, unsure %v: %s, want %s", c.title, c.unsure, s.Is, c.want)
		}
	}
}

func TestPermissionIsAskedForWhatWasSaidBefore(t *testing.T) {
	for about, want := range map[string]string{"": "exec: make all", "exec: rm": "exec: rm"} {
		s := State{Is: signs.Working, drawn: true}
		for _, one := range []signs.Sign{{About: "exec: make all"}, {State: signs.Working}, {}, {State: signs.Permission, About: about}} {
			s = s.After(sign(inject.Hook, one), Rules{}, now)
		}
		if s.Is != signs.Permission || s.About != want {
			t.Errorf("%s about %q, want %q", s.Is, s.About, want)
		}
	}
}

// TestAStateIsAValue applies an event twice to the same state.
func TestAStateIsAValue(t *testing.T) {
	before := State{Is: signs.Working, drawn: true}
	first := before.After(sign(inject.Screen, signs.Sign{State: signs.Permission}), Rules{}, now)
	second := before.After(sign(inject.Screen, signs.Sign{State: signs.Permission}), Rules{}, now)
	if before.Is != signs.Working || first.Is != signs.Permission || second.Is != signs.Permission {
		t.Errorf("%s, %s, %s", before.Is, first.Is, second.Is)
	}
}
