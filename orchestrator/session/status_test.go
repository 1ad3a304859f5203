package session

import (
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/capture"
	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/delivery"
	"stead/orchestrator/questions"
	"stead/orchestrator/record"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
	"stead/writers"
)

// silent is a driver of a CLI that says nothing.
type silent struct{ inject.Driver }

func (silent) Info() adapter.Info                   { return adapter.Info{Title: "Some CLI"} }
func (silent) Composer() inject.Typing              { return inject.Typing{Ready: "Type"} }
func (silent) Command(inject.Launch) inject.Command { return inject.Command{} }

// attended is the supervisor of an interactive CLI that nobody has started.
func attended(t *testing.T, d inject.Driver) *supervisor {
	t.Helper()
	return newSupervisor(optionsOf(t, d), func(err error) { t.Errorf("the CLI is stopped: %v", err) })
}

// optionsOf are those of an interactive CLI of which the run has no journal yet.
func optionsOf(t *testing.T, d inject.Driver) Options {
	t.Helper()
	all := runs.Open(t.TempDir())
	id, err := all.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	place := record.Place{Folder: all, Live: store.New(time.Now), Changed: func(runs.Run) {}}
	return Options{
		Delivery: &delivery.Delivery{Adapter: inject.Adapter{Driver: d}, Session: delivery.Session{Receipt: writers.Receipt{ID: "wanted"}}},
		Files:    place.Open(runs.Run{ID: id, Status: runs.Running, State: signals.Starting}),
		Host:     adapter.Host{Now: time.Now}, Questions: &questions.Register{}, Limits: func() Limits { return Limits{} },
	}
}

// journaled are options of a run whose journal holds some entries.
func journaled(t *testing.T, d inject.Driver, past ...*timeline.Entry) Options {
	t.Helper()
	o := optionsOf(t, d)
	if err := o.Files.Begin(timeline.Stream{Header: timeline.Header{ID: "s"}, Entries: timeline.Of(past...)},
		nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Files.Close() })
	return o
}

// TestIdleCLIWaitsForItsUserOnceItIsDrawn has the window's title say that the CLI is idle before its composer is drawn.
func TestIdleCLIWaitsForItsUserOnceItIsDrawn(t *testing.T) {
	s := attended(t, silent{})
	if err := s.status.apply(state.Shown{From: inject.Title, Signal: signals.Signal{State: signals.Input}}); err != nil {
		t.Fatal(err)
	}
	if got := s.o.Files.Record.Current().State; got != signals.Starting {
		t.Errorf("it is %s before it takes keys", got)
	}
	s.keyboard.ready.Output(time.Now(), []byte("Type your message"))
	if err := s.opens(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.o.Files.Record.Current().State; got != signals.Input {
		t.Errorf("it is %s when its composer is drawn", got)
	}
}

// vague is a driver of a CLI that tells the terminal that it asks, and only its record for what.
type vague struct{ silent }

func (vague) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	if from == inject.Record {
		return signals.Signal{Question: &signals.Question{ID: string(said), About: "shell: ls"}}, true
	}
	return signals.Signal{State: signals.State(said)}, true
}

func TestRecordThatIsReadLateStillTellsForWhatIsAsked(t *testing.T) {
	s := attended(t, vague{})
	s.status.interpret(inject.Notice, []byte(signals.Permission))
	s.status.interpret(inject.Record, []byte("call"))
	if now := s.o.Files.Record.Current(); now.State != signals.Permission || now.About != "shell: ls" ||
		now.Question == nil || now.Question.ID != "call" {
		t.Errorf("the record is %+v", now)
	}
}

func TestSilenceIsThatOfTheModelNotOfATool(t *testing.T) {
	now := time.Unix(0, 0)
	s := attended(t, silent{})
	past := timeline.Stream{Header: timeline.Header{ID: "s"},
		Entries: timeline.Of(&timeline.Entry{ID: "of a CLI before", Type: timeline.ToolCall})}
	if err := s.o.Files.Begin(past, nil); err != nil {
		t.Fatal(err)
	}
	defer s.o.Files.Close()
	if err := s.o.Files.Journal.Append(&timeline.Entry{ID: "of a CLI before, too", Type: timeline.ToolCall}); err != nil {
		t.Fatal(err)
	}
	s.status.openCalls, s.status.activity = s.o.Files.OpenCalls(), capture.NewActivity(func() time.Time { return now })
	s.follower.activity, s.follower.status = s.status.activity, s.status
	for _, c := range []struct {
		entry *timeline.Entry
		want  time.Duration
	}{
		{&timeline.Entry{Type: timeline.Assistant, ID: "1"}, time.Minute},
		{&timeline.Entry{Type: timeline.ToolCall, ID: "a"}, 0},
		{&timeline.Entry{Type: timeline.ToolCall, ID: "b"}, 0},
		{&timeline.Entry{Type: timeline.ToolResult, ID: "2", CallID: "a"}, 0},
		{&timeline.Entry{Type: timeline.ToolResult, ID: "3", CallID: "b"}, time.Minute},
		{&timeline.Entry{Type: timeline.ToolCall, ID: "c"}, 0},
		{&timeline.Entry{Type: timeline.User, ID: "4"}, time.Minute},
	} {
		if err := s.follower.progress(t.Context(), readers.Progress{Entries: []*timeline.Entry{c.entry}}); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
		if got := s.status.silence(); got != c.want {
			t.Errorf("after %s %s: %v, want %v", c.entry.Type, c.entry.ID+c.entry.CallID, got, c.want)
		}
	}
}
