package state

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/testkit"
	"stead/readers"
)

// now is later than the limits of these tests; a limit that was just hit is as old as now.
var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

var patience = signals.Patience{Attempts: 3, Delay: time.Minute}

func limit(kind signals.Kind) *signals.Limit { return &signals.Limit{Kind: kind} }

func signal(from inject.Source, s signals.Signal) Shown { return Shown{from, s} }

// begins are the states in which a run's CLI may be.
var begins = []struct {
	name  string
	state State
}{
	{"starting", State{Is: signals.Starting}},
	{"starting, idle", State{Is: signals.Starting, idle: true}},
	{"starting, drawn", State{Is: signals.Starting, drawn: true}},
	{"working", State{Is: signals.Working, drawn: true}},
	{"working, throttled", State{Is: signals.Working, drawn: true,
		Limit: &signals.Limit{Kind: signals.Throttle, Attempt: 2}}},
	{"permission", State{Is: signals.Permission, About: "shell: rm", drawn: true}},
	{"input", State{Is: signals.Input, drawn: true}},
	{"input, asked", State{Is: signals.Input, About: "Which?", drawn: true}},
	{"failed", State{Is: signals.Failed, drawn: true}},
	{"limited", State{Is: signals.Limited, About: "used up", drawn: true, Limit: limit(signals.Usage)}},
	{"limited just now", State{Is: signals.Limited, About: "used up", drawn: true, Limit: limit(signals.Usage),
		limited: now}},
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
	{"signal: working", signal(inject.Hook, signals.Signal{State: signals.Working})},
	{"signal: input", signal(inject.Hook, signals.Signal{State: signals.Input})},
	{"signal: input about a question", signal(inject.Hook, signals.Signal{State: signals.Input, About: "Trust it?"})},
	{"signal: permission", signal(inject.Hook, signals.Signal{State: signals.Permission})},
	{"signal: permission for a call", signal(inject.Hook, signals.Signal{State: signals.Permission,
		About: "shell: make"})},
	{"signal: failed", signal(inject.Hook, signals.Signal{State: signals.Failed, About: "400"})},
	{"signal: a call is announced", signal(inject.Hook, signals.Signal{About: "shell: ls"})},
	{"limit: usage", signal(inject.Record, signals.Signal{About: "until noon", Limit: limit(signals.Usage)})},
	{"limit: usage is near", signal(inject.Record, signals.Signal{Limit: &signals.Limit{Kind: signals.Usage, Near: 0.9}})},
	{"limit: throttled", signal(inject.Record, signals.Signal{About: "429", Limit: limit(signals.Throttle)})},
	{"limit: network, given up", signal(inject.Record, signals.Signal{About: "gone",
		Limit: &signals.Limit{Kind: signals.Network, Final: true}})},
	{"limit: context", signal(inject.Record, signals.Signal{About: "too long",
		Limit: &signals.Limit{Kind: signals.Context, Final: true}})},
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
	}{{"interactive, without a prompt", Rules{Patience: patience}}, {"interactive, with a prompt",
		Rules{Prompted: true, Patience: patience}}, {"headless", Rules{Headless: true, Prompted: true, Patience: patience}}} {
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
	testkit.Golden(t, "testdata/transitions.txt", []byte(b.String()))
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
	s := State{Is: signals.Working, drawn: true}
	for i, c := range []struct {
		event Event
		want  signals.State
	}{
		{signal(inject.Title, signals.Signal{State: signals.Working}), signals.Working},
		{signal(inject.Hook, signals.Signal{State: signals.Permission}), signals.Permission},
		// the wheel turns while the CLI asks already
		{signal(inject.Title, signals.Signal{State: signals.Working}), signals.Permission},
		{signal(inject.Title, signals.Signal{State: signals.Input}), signals.Input},
		{signal(inject.Title, signals.Signal{State: signals.Working}), signals.Working},
		{signal(inject.Screen, signals.Signal{State: signals.Permission}), signals.Permission},
		{signal(inject.Hook, signals.Signal{State: signals.Working}), signals.Working},
		{signal(inject.Screen, signals.Signal{State: signals.Permission}), signals.Working}, // it stands there still
		{Cleared{inject.Screen}, signals.Working},
		{signal(inject.Screen, signals.Signal{State: signals.Permission}), signals.Permission},
	} {
		s = s.After(c.event, Rules{Patience: patience}, now)
		if s.Is != c.want {
			t.Fatalf("event %d: %s, want %s", i, s.Is, c.want)
		}
	}
}

func TestWhatADialogAsksIsGoneWithIt(t *testing.T) {
	asks := signal(inject.Screen, signals.Signal{State: signals.Input, About: "Trust it?"})
	s := State{Is: signals.Starting}.After(Drawn{}, Rules{}, now).After(asks, Rules{}, now)
	if s.Is != signals.Input || s.About != "Trust it?" {
		t.Fatalf("it is %s about %q", s.Is, s.About)
	}
	if s = s.After(Cleared{inject.Screen}, Rules{}, now); s.Is != signals.Input || s.About != "" {
		t.Errorf("without the dialog it is %s about %q", s.Is, s.About)
	}
	s = s.After(asks, Rules{}, now).After(signal(inject.Hook, signals.Signal{State: signals.Input, About: "Which?"}),
		Rules{}, now)
	if s = s.After(Cleared{inject.Screen}, Rules{}, now); s.About != "Which?" {
		t.Errorf("what the model asks is gone with the dialog: %q", s.About)
	}
}

func TestAPromptThatIsStoredLateTakesNoQuestionBack(t *testing.T) {
	asks := Shown{inject.Hook, signals.Signal{State: signals.Permission, About: "Bash: make"}}
	for name, c := range map[string]struct {
		before readers.Turn
		want   signals.State
	}{
		"the first turn": {"", signals.Permission}, "the next turn": {readers.TurnCompleted, signals.Permission},
		"another turn, after a dialog of which nothing was said any more": {readers.TurnStarted, signals.Working},
	} {
		s := State{Is: signals.Working, Turn: c.before}.After(asks, Rules{},
			time.Time{}).After(Records{Turn: readers.TurnStarted}, Rules{}, time.Time{})
		if s.Is != c.want || s.Turn != readers.TurnStarted {
			t.Errorf("%s: the state is %s in a turn that has %s, want %s", name, s.Is, s.Turn, c.want)
		}
	}
}

func TestATitleKnowsBetterThanRecordsWhetherATurnIsOver(t *testing.T) {
	for _, c := range []struct {
		title  signals.State
		unsure bool
		want   signals.State
	}{{signals.Working, true, signals.Working}, {"", true, signals.Input}, {signals.Working, false, signals.Input}} {
		s := State{Is: signals.Working, drawn: true}
		s = s.After(signal(inject.Title, signals.Signal{State: c.title}), Rules{}, now)
		s = s.After(Records{Turn: readers.TurnCompleted, Unsure: c.unsure}, Rules{}, now)
		if s.Is != c.want {
			t.Errorf("title %q, unsure %v: %s, want %s", c.title, c.unsure, s.Is, c.want)
		}
	}
}

func TestPermissionIsAskedForWhatWasSaidBefore(t *testing.T) {
	for about, want := range map[string]string{"": "exec: make all", "exec: rm": "exec: rm"} {
		s := State{Is: signals.Working, drawn: true}
		for _, one := range []signals.Signal{{About: "exec: make all"}, {State: signals.Working}, {},
			{State: signals.Permission, About: about}} {
			s = s.After(signal(inject.Hook, one), Rules{}, now)
		}
		if s.Is != signals.Permission || s.About != want {
			t.Errorf("%s about %q, want %q", s.Is, s.About, want)
		}
	}
}

// TestAStateIsAValue applies an event twice to the same state.
func TestAStateIsAValue(t *testing.T) {
	before := State{Is: signals.Working, drawn: true}
	first := before.After(signal(inject.Screen, signals.Signal{State: signals.Permission}), Rules{}, now)
	second := before.After(signal(inject.Screen, signals.Signal{State: signals.Permission}), Rules{}, now)
	if before.Is != signals.Working || first.Is != signals.Permission || second.Is != signals.Permission {
		t.Errorf("%s, %s, %s", before.Is, first.Is, second.Is)
	}
}

// TestATitleAtRestEndsWorkOfWhichNothingElseTellsTheEnd has Claude Code's title stand at rest while its user's command
// is over.
func TestATitleAtRestEndsWorkOfWhichNothingElseTellsTheEnd(t *testing.T) {
	works, rests := signal(inject.Title, signals.Signal{State: signals.Working}), signal(inject.Title,
		signals.Signal{Rests: true})
	for name, c := range map[string]struct {
		events []Event
		after  time.Duration
		want   signals.State
	}{
		"at rest for long enough":  {[]Event{works, rests}, restful, signals.Input},
		"a moment ago":             {[]Event{works, rests}, restful - 1, signals.Working},
		"the same title once more": {[]Event{works, rests, rests}, restful, signals.Input},
		"at work again":            {[]Event{works, rests, works}, restful, signals.Working},
		"no title":                 {[]Event{Prompted{}}, restful, signals.Working},
		"it asks, and waits for that": {[]Event{works, rests,
			signal(inject.Hook, signals.Signal{State: signals.Permission, About: "Bash: make"})}, restful, signals.Permission},
	} {
		s := State{Is: signals.Input, drawn: true}
		for _, e := range c.events {
			s = s.After(e, Rules{}, now)
		}
		if s = s.After(Rested{}, Rules{}, now.Add(c.after)); s.Is != c.want {
			t.Errorf("%s: %s, want %s", name, s.Is, c.want)
		}
	}
	late := State{Is: signals.Input, drawn: true}.After(rests, Rules{}, now).After(Prompted{}, Rules{}, now.Add(restful))
	if late = late.After(Rested{}, Rules{}, now.Add(restful+time.Second)); late.Is != signals.Working {
		t.Errorf("a prompt of a second ago is over: %s", late.Is)
	}
}

func TestTheEndOfALimitCountsThoughItIsToldAfterTheRefusal(t *testing.T) {
	refused := signal(inject.Event, signals.Signal{State: signals.Limited, About: "used up",
		Limit: &signals.Limit{Kind: signals.Usage, Final: true}})
	windows := signal(inject.Record, signals.Signal{Limit: &signals.Limit{Kind: signals.Usage, Near: 1,
		Reset: now.Add(time.Hour)}})
	for name, events := range map[string][]Event{"before": {windows, refused}, "after": {refused, windows}} {
		s := State{Is: signals.Working}
		for _, e := range events {
			s = s.After(e, Rules{Headless: true}, now)
		}
		if s.Is != signals.Limited || !s.Limit.Final || s.Limit.Near != 0 || !s.Limit.Reset.Equal(now.Add(time.Hour)) {
			t.Errorf("told %s, it is %s, limit %+v", name, s.Is, s.Limit)
		}
	}
}
