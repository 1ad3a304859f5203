package session

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/adapters/adapter"
	"stead/capture"
	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/delivery"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

func progressOf(turn readers.Turn, entries ...*timeline.Entry) readers.Progress {
	return readers.Progress{Turn: turn, Entries: entries}
}

// until waits until the record is as wanted.
func until(t *testing.T, v *supervisor, is func(runs.Run) bool) {
	t.Helper()
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	if err := v.o.Files.Record.Await(ctx, is); err != nil {
		t.Fatalf("the record is %+v: %v", v.o.Files.Record.Current(), err)
	}
}

// follows has a run follow its CLI. End ends that and returns its error.
func follows(t *testing.T, v *supervisor) (end func() error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- v.follower.follow(ctx) }()
	return func() error {
		stop()
		return <-ended
	}
}

func hasSaid(text string) func(runs.Run) bool {
	return func(r runs.Run) bool { return r.FinalText == text && r.State == signals.Input }
}

func TestWhatTheCLIAddsIsInTheJournal(t *testing.T) {
	s := newFakeStore(t)
	s.grows(t, "wanted", progressOf("", said(timeline.User, 1, 0, "of before")))
	v, _ := following(t, silent{}, s)
	end := follows(t, v)
	s.grows(t, "wanted", progressOf(readers.TurnStarted, said(timeline.User, 2, 11, "Go on.")))
	s.grows(t, "wanted", progressOf(readers.TurnCompleted, said(timeline.Assistant, 3, 12, "Done.\n")))
	until(t, v, hasSaid("Done."))
	if err := end(); err != nil || v.proof.Err() != nil {
		t.Errorf("the proof is %v: %v", v.proof.Err(), err)
	}
	if got := kept(t, v); !slices.Equal(got, []string{"Go on.", "Done.\n"}) {
		t.Errorf("the journal holds %q", got)
	}
}

// TestUserGoesOnInAnotherSession opens sessions inside a CLI: a new one, one that was there before, a copy, and the
// first one again.
func TestUserGoesOnInAnotherSession(t *testing.T) {
	first := said(timeline.User, 1, 11, "Begin.")
	for _, c := range []struct {
		name    string
		there   []*timeline.Entry
		by      runs.Opening
		lines   int
		journal []string
		said    string
	}{
		{"a new one", []*timeline.Entry{said(timeline.User, 1, 13, "New.")}, runs.OpenedNew, 0, []string{"New."},
			"a new session"},
		{"an earlier one",
			[]*timeline.Entry{said(timeline.User, 1, 5, "Old."), said(timeline.Assistant, 2, 6, "It was."),
				said(timeline.User, 3, 13, "And?")},
			runs.OpenedAgain, 2, []string{"Old.", "It was.", "And?"}, "an earlier session"},
		{"a copy", []*timeline.Entry{first.Clone(), said(timeline.User, 2, 13, "Otherwise.")},
			runs.OpenedBranch, 1, []string{"Begin.", "Otherwise."}, "a branch"},
	} {
		s := newFakeStore(t)
		s.grows(t, "wanted", readers.Progress{})
		v, told := following(t, silent{}, s)
		end := follows(t, v)
		s.grows(t, "wanted", progressOf(readers.TurnCompleted, first.Clone(), said(timeline.Assistant, 2, 12, "Begun.")))
		until(t, v, hasSaid("Begun."))
		s.grows(t, "other", progressOf("", c.there...))
		v.screen.shows("other")
		until(t, v, func(r runs.Run) bool { return r.To.ID == "other" })
		s.grows(t, "other", progressOf(readers.TurnCompleted, said(timeline.Assistant, 4, 14, "Gone on.")))
		until(t, v, hasSaid("Gone on."))
		if err := end(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		run := v.o.Files.Record.Current()
		if run.To != s.session("other") || run.Opened != c.by || run.Lines != c.lines || len(run.Hops) != 1 ||
			run.Hops[0].To != s.session("wanted") || run.Hops[0].Ended.IsZero() {
			t.Errorf("%s: the run is in %v by %q after %d lines, and came by %+v", c.name, run.To, run.Opened, run.Lines,
				run.Hops)
		}
		if len(*told) != 1 || !strings.Contains((*told)[0], c.said+" that you opened in Some CLI") ||
			len(v.follower.brief) != 1 {
			t.Errorf("%s: told is %q", c.name, *told)
		}
		want := slices.Concat([]string{"Begin. @some:wanted/left", "Begun. @some:wanted/left"}, c.journal,
			[]string{(*told)[0], "Gone on."})
		if got := kept(t, v); !slices.Equal(got, want) {
			t.Errorf("%s: the journal holds %q, not %q", c.name, got, want)
		}
	}
}

func TestUserComesBackToASession(t *testing.T) {
	s := newFakeStore(t)
	s.grows(t, "wanted", readers.Progress{})
	v, told := following(t, silent{}, s)
	end := follows(t, v)
	for i, id := range []string{"wanted", "other", "wanted", "other"} {
		text := id + " " + string(rune('a'+i))
		if id == "wanted" && i == 0 {
			s.grows(t, id, progressOf(readers.TurnCompleted, said(timeline.Assistant, 1, 11, text)))
		} else {
			s.grows(t, id, progressOf(readers.TurnCompleted, said(timeline.Assistant, i+1, 11+i, text)))
			v.screen.shows(id)
		}
		until(t, v, func(r runs.Run) bool { return hasSaid(text)(r) && r.To.ID == id })
	}
	until(t, v, func(r runs.Run) bool { return len(r.Hops) == 3 })
	if err := end(); err != nil {
		t.Error(err)
	}
	var texts []string
	for _, text := range kept(t, v) {
		if name, _, _ := strings.Cut(text, " @"); strings.HasPrefix(name, "wanted") || strings.HasPrefix(name, "other") {
			texts = append(texts, name)
		}
	}
	if want := []string{"wanted a", "other b", "wanted c", "other d"}; !slices.Equal(texts, want) || len(*told) != 3 {
		t.Errorf("the journal holds %q, told is %q", texts, *told)
	}
	if run := v.o.Files.Record.Current(); run.Lines != 0 {
		t.Errorf("%d lines of a session that the journal has count as those of before", run.Lines)
	}
}

// watched is a driver of a CLI that shows which processes have a session open.
type watched struct {
	silent
	pids []int
}

func (watched) Home(adapter.Host) string                         { return "" }
func (d watched) OpenedBy(adapter.Store, adapter.Location) []int { return d.pids }

func TestUserLearnsThatAnotherCLIHasTheSessionOpen(t *testing.T) {
	v, told := following(t, watched{pids: []int{1, os.Getpid()}}, newFakeStore(t))
	v.follower.owns = func(pid int) bool { return pid == 1 }
	v.follower.warnOfOthers(runs.Session{CLI: "some", ID: "other"})
	if len(*told) != 1 || !strings.HasPrefix((*told)[0], "some:other is also open in another Some CLI") {
		t.Errorf("told is %q", *told)
	}
}

// There is a moment before which all that a session holds was said elsewhere.
func TestRunIsInASessionSinceItsLastBeginning(t *testing.T) {
	at := func(minute int) time.Time { return began.Add(time.Duration(minute) * time.Minute) }
	for _, c := range []struct{ started, resumed, last, want int }{{1, 0, 0, 1}, {1, 5, 3, 5}, {1, 5, 7, 7},
		{2, 1, 1, 2}} {
		if got := leftAfter(runs.Run{Started: at(c.started), Resumed: at(c.resumed)}, at(c.last)); !got.Equal(at(c.want)) {
			t.Errorf("%+v: it is %v", c, got)
		}
	}
}

// torn is a stream that yields some entries and then an error.
func torn(entries ...*timeline.Entry) timeline.Stream {
	return timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e.Clone(), nil) {
				return
			}
		}
		yield(nil, errBroken)
	}}
}

// A session that cannot be read is not entered, and no entry of the one before is said to be left for it.
func TestSessionThatCannotBeReadIsNotEntered(t *testing.T) {
	prompt := said(timeline.User, 1, 5, "Begin.")
	for name, stream := range map[string]timeline.Stream{"at its beginning": torn(),
		"behind its first prompt": torn(prompt)} {
		v, told := following(t, silent{}, newFakeStore(t))
		err := v.follower.enter(t.Context(), delivery.Found{ID: "other", Path: "other", Session: stream})
		if run := v.o.Files.Record.Current(); !errors.Is(err, errBroken) || run.To.ID != "wanted" || len(*told) > 0 {
			t.Errorf("%s: the run is in %s, told is %q: %v", name, run.To.ID, *told, err)
		}
	}
	v, _ := following(t, silent{}, newFakeStore(t))
	v.o.Files.Journal.Close()
	whole := timeline.Stream{Entries: timeline.Of(prompt)}
	if err := v.follower.enter(t.Context(), delivery.Found{ID: "other", Session: whole}); err == nil ||
		v.o.Files.Record.Current().To.ID != "wanted" {
		t.Errorf("without a journal: %v", err)
	}
	if _, err := copies(whole, torn()); !errors.Is(err, errBroken) {
		t.Errorf("a journal that cannot be read: %v", err)
	}
	v, _ = following(t, silent{}, newFakeStore(t))
	v.follower.files.Record = keyboardBefore(t, nil, "").record // its folder is none
	if err := v.follower.enter(t.Context(), delivery.Found{ID: "other", Session: whole}); err == nil ||
		v.delivery.Session.Receipt.ID == "other" {
		t.Errorf("without a record: %v", err)
	}
}

func TestSessionIsHeldWholeOrNotAtAll(t *testing.T) {
	entry := said(timeline.User, 1, 5, "Begin.")
	v, _ := following(t, silent{}, newFakeStore(t))
	if err := v.follower.hold(t.Context(), torn(entry), 0); !errors.Is(err, errBroken) {
		t.Errorf("a session that cannot be read: %v", err)
	}
	v.o.Files.Journal.Close()
	for lines := range 2 { // it was said before the run was in it, or since
		if err := v.follower.hold(t.Context(), timeline.Stream{Entries: timeline.Of(entry)}, lines); err == nil ||
			v.follower.before.Has(entry) {
			t.Errorf("up to record %d, without a journal: %v", lines, err)
		}
	}
}

// A CLI that has opened a session in which nothing new was said waits for its user, whatever was said there last.
func TestOpenedSessionWithoutNewsWaitsForItsUser(t *testing.T) {
	for _, c := range []struct {
		lines int
		turn  readers.Turn
		want  signals.State
	}{{1, readers.TurnStarted, signals.Input}, {0, readers.TurnStarted, signals.Working}, {0, readers.TurnCompleted,
		signals.Input}} {
		s := newFakeStore(t)
		s.grows(t, "wanted", progressOf(c.turn, said(timeline.User, 1, 5, "Begin.")))
		v, _ := following(t, silent{}, s)
		v.o.Files.Record.Count(func(r *runs.Run) { r.State = signals.Starting })
		if err := v.status.apply(state.Drawn{}); err != nil {
			t.Fatal(err)
		}
		v.o.Files.Record.Count(func(r *runs.Run) { r.State = signals.Starting })
		session, err := v.delivery.Session.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := v.follower.hold(t.Context(), session, c.lines); err != nil || v.o.Files.Record.Current().State != c.want {
			t.Errorf("%+v: it is %s: %v", c, v.o.Files.Record.Current().State, err)
		}
		if got := kept(t, v); len(got) != 1 {
			t.Errorf("%+v: the journal holds %q", c, got)
		}
		// The tail reports once more what was held.
		if err := v.follower.progress(t.Context(), progressOf("", said(timeline.User, 1, 5, "Begin."))); err != nil ||
			len(kept(t, v)) != 1 {
			t.Errorf("%+v: it is held twice: %v", c, err)
		}
	}
}

// TestSessionThatTheCLIBeginsIsAwaited looks ever more seldom for a session that is there after 20 s.
func TestSessionThatTheCLIBeginsIsAwaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newFakeStore(t)
		v, _ := following(t, silent{}, s)
		v.delivery.Session.IsAwaited, v.delivery.Session.Receipt.Path = true, ""
		time.AfterFunc(20*time.Second, func() {
			s.grows(t, "wanted",
				progressOf(readers.TurnStarted, said(timeline.User, 1, 11, "Begin.")))
		})
		if err := v.follower.await(t.Context()); err != nil || v.delivery.Session.IsAwaited ||
			!slices.Equal(kept(t, v), []string{"Begin."}) {
			t.Errorf("awaited still: %v, the journal holds %q: %v", v.delivery.Session.IsAwaited, kept(t, v), err)
		}
		if run := v.o.Files.Record.Current(); run.To != s.session("wanted") {
			t.Errorf("the run is in %v", run.To)
		}
		looks := slices.CompactFunc(s.looks, time.Time.Equal)
		gap := proofPoll
		for i := 1; i < len(looks); i++ {
			if got := looks[i].Sub(looks[i-1]); got != gap {
				t.Errorf("look %d comes after %v, not %v", i, got, gap)
			}
			gap = min(gap*5/4, capture.Poll)
		}
	})
}

func TestSessionThatCannotBeKeptIsAnError(t *testing.T) {
	s := newFakeStore(t)
	s.grows(t, "wanted", progressOf("", said(timeline.User, 1, 11, "Begin.")))
	s.broken["wanted"] = true
	v, _ := following(t, silent{}, s)
	v.delivery.Session.IsAwaited = true
	if err := v.follower.follow(t.Context()); !errors.Is(err, errBroken) {
		t.Errorf("one that cannot be read: %v", err)
	}
	s.broken["wanted"] = false
	v, _ = following(t, silent{}, s)
	v.delivery.Session.IsAwaited = true
	v.follower.files.Record = keyboardBefore(t, nil, "").record // its folder is none
	if err := v.follower.follow(t.Context()); err == nil || len(kept(t, v)) > 0 {
		t.Errorf("one that cannot be recorded: %v", err)
	}
}

// The CLI ends before it has begun its session, or its user has opened another one in it.
func TestSessionThatIsNotBegunIsNotAwaitedForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newFakeStore(t)
		v, _ := following(t, silent{}, s)
		v.delivery.Session.IsAwaited = true
		ctx, end := context.WithTimeout(t.Context(), 10*time.Second)
		defer end()
		if err := v.follower.await(ctx); err != nil || ctx.Err() == nil || !s.looks[len(s.looks)-1].Equal(time.Now()) {
			t.Errorf("it does not look once more at the end: %v", err)
		}
		v.proof.Saw("wanted")
		began := time.Now()
		time.AfterFunc(10*time.Second, func() { v.screen.shows("other") })
		if err := v.follower.await(t.Context()); err != nil || time.Since(began) != 10*time.Second {
			t.Errorf("it is awaited for %v: %v", time.Since(began), err)
		}
	})
}

// TestSessionIsEnteredOnceAWordIsInIt has a user open sessions that are empty, or being written, at first.
func TestSessionIsEnteredOnceAWordIsInIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newFakeStore(t)
		v, _ := following(t, silent{}, s)
		v.proof.Saw("wanted")
		s.broken["other"] = true
		s.grows(t, "other", progressOf("", said(timeline.User, 1, 11, "Begin.")))
		time.AfterFunc(5*time.Second, func() { v.screen.shows("other") })
		time.AfterFunc(8500*time.Millisecond, func() {
			s.mutex.Lock()
			defer s.mutex.Unlock()
			s.broken["other"] = false
		})
		began := time.Now()
		if found := v.follower.seek(t.Context()); found == nil || found.ID != "other" || time.Since(began) != 9*time.Second {
			t.Errorf("after %v it is %v", time.Since(began), found)
		}
		ctx, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		v.screen.shows("nowhere")
		if found := v.follower.seek(ctx); found != nil {
			t.Errorf("found is %v", found)
		}
		v.screen.shows("other")
		if found := v.follower.seek(ctx); found == nil { // it looks once more
			t.Error("what was opened in the last moment is not found")
		}
		v.screen.shows("wanted")
		if found := v.follower.seek(ctx); found != nil {
			t.Errorf("the session in which the run is counts as another one: %v", found)
		}
	})
}

func TestSessionThatCannotBeFollowedIsFollowedUntilTheEnd(t *testing.T) {
	v, _ := following(t, silent{}, newFakeStore(t))
	v.delivery.Session.Tail = nil
	ctx, end := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer end()
	if err := v.follower.followTail(ctx); err != nil || ctx.Err() == nil {
		t.Error(err)
	}
}

func TestWhatCannotBeKeptEndsTheFollowing(t *testing.T) {
	s := newFakeStore(t)
	s.grows(t, "wanted", readers.Progress{})
	v, _ := following(t, silent{}, s)
	v.o.Files.Journal.Close()
	s.grows(t, "wanted", progressOf("", said(timeline.User, 1, 11, "Begin.")))
	if err := v.follower.follow(t.Context()); err == nil ||
		!strings.HasPrefix(err.Error(), "keep the session in the journal of run ") {
		t.Error(err)
	}
	s.grows(t, "other", progressOf("", said(timeline.User, 1, 13, "New.")))
	v, _ = following(t, silent{}, s)
	v.proof.Saw("wanted")
	v.screen.shows("other")
	v.o.Files.Journal.Close()
	if err := v.follower.follow(t.Context()); err == nil {
		t.Error("a session is entered without a journal")
	}
}

func TestStateThatCannotBeRecordedIsAnError(t *testing.T) {
	v, _ := following(t, silent{}, newFakeStore(t))
	v.status.record = keyboardBefore(t, nil, "").record // its folder is none
	if err := v.follower.progress(t.Context(), progressOf(readers.TurnStarted,
		said(timeline.User, 1, 11, "Begin."))); err == nil {
		t.Error("that the CLI works is lost")
	}
}

func TestEntryThatUsesUpTheBudgetEndsTheRun(t *testing.T) {
	v, _ := following(t, silent{}, newFakeStore(t))
	v.follower.budget = Budget{Turns: 1}
	entries := []*timeline.Entry{said(timeline.Assistant, 1, 11, "I look."), said(timeline.ToolResult, 2, 12, "")}
	if err := v.follower.progress(t.Context(), progressOf("", entries...)); !errors.Is(err, ErrBudget) ||
		len(kept(t, v)) != 2 {
		t.Errorf("the journal holds %q: %v", kept(t, v), err)
	}
}

// What a CLI keeps of its turns is arranged anew when its user has gone back. While it writes, that waits.
func TestWhatTheUserHasTakenBackIsLeft(t *testing.T) {
	s := newFakeStore(t)
	s.grows(t, "wanted", readers.Progress{})
	v, _ := following(t, silent{}, s)
	taken := said(timeline.User, 1, 11, "Taken back.")
	if err := v.follower.progress(t.Context(), progressOf("", taken.Clone())); err != nil {
		t.Fatal(err)
	}
	taken.Branch = "b"
	s.grows(t, "wanted", progressOf("", taken, said(timeline.User, 2, 12, "Instead.")))
	moved := readers.Progress{Moved: true}
	s.broken["wanted"] = true
	if err := v.follower.progress(t.Context(), moved); err != nil || kept(t, v)[0] != "Taken back." {
		t.Errorf("while it is written the journal holds %q: %v", kept(t, v), err)
	}
	s.broken["wanted"] = false
	if err := v.follower.progress(t.Context(), progressOf("", said(timeline.User, 2, 12, "Instead."))); err != nil ||
		kept(t, v)[0] != "Taken back. @b" {
		t.Errorf("the journal holds %q: %v", kept(t, v), err)
	}
	v.o.Files.Journal.Close()
	if err := v.follower.progress(t.Context(), moved); err == nil {
		t.Error("what cannot be arranged is no error")
	}
}

// withAgent is a fakeStore whose sessions have an agent of which nothing can be read.
type withAgent struct {
	*fakeStore
	agent timeline.Stream
}

func (s withAgent) Open(ctx context.Context, at adapter.Location) (timeline.Stream, error) {
	session, err := s.fakeStore.Open(ctx, at)
	session.Children = []timeline.Stream{s.agent}
	return session, err
}

func TestSessionsOfSubAgentsAreKept(t *testing.T) {
	agent := func(s timeline.Stream) timeline.Stream {
		s.Header = timeline.Header{ID: "agent", Lineage: &timeline.Lineage{At: "task-1", Kind: timeline.LineageSubagent}}
		return s
	}
	whole := agent(timeline.Stream{Entries: timeline.Of(said(timeline.User, 1, 11, "Look."))})
	for _, c := range []struct {
		name     string
		tool     timeline.Tool
		agent    timeline.Stream
		isBroken bool
		isKept   bool
		told     int
	}{
		{"a task", timeline.Task, whole, false, true, 0},
		{"another tool", timeline.Bash, whole, false, false, 0},
		{"an agent that cannot be read", timeline.Task, agent(torn()), false, false, 1},
		{"a session that cannot be read", timeline.Task, whole, true, false, 1},
	} {
		s := newFakeStore(t)
		call := said(timeline.ToolCall, 1, 11, "task")
		call.Tool = c.tool
		s.grows(t, "wanted", progressOf("", call.Clone()))
		v, told := following(t, silent{}, s)
		v.delivery.Session.Target.Reader = withAgent{s, c.agent}
		s.broken["wanted"] = c.isBroken
		if err := v.follower.progress(t.Context(), progressOf("", call)); err != nil {
			t.Fatal(err)
		}
		v.follower.keepAgents(t.Context())
		content, err := os.ReadFile(v.o.Files.Journal.Path())
		if isKept := strings.Contains(string(content), "Look."); err != nil || isKept != c.isKept || len(*told) != c.told {
			t.Errorf("%s: the journal has it: %v, told is %q: %v", c.name, isKept, *told, err)
		}
	}
}

func TestEachRecordIsInterpretedOnce(t *testing.T) {
	var seen []string
	v, _ := following(t, recording{seen: &seen}, newFakeStore(t))
	v.follower.interpretRecords([]*timeline.Entry{
		said(timeline.User, 1, 0, "a"), said(timeline.User, 1, 0, "a again"), said(timeline.User, 2, 0, "b"),
		{Type: timeline.User},
		said(timeline.User, 0, 0, "c"), said(timeline.User, 0, 0, "d"),
	})
	if want := []string{`"a"`, `"b"`, `"c"`, `"d"`}; !slices.Equal(seen, want) {
		t.Errorf("interpreted are %q", seen)
	}
}

// recording is a driver that notes the records that it is asked about.
type recording struct {
	silent
	seen *[]string
}

func (d recording) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	if from == inject.Record {
		*d.seen = append(*d.seen, string(said))
	}
	return signals.Signal{}, false
}

// The prompt with which stead had a CLI go on is hidden, once.
func TestPromptOfSteadsOwnIsHidden(t *testing.T) {
	v, _ := following(t, silent{}, newFakeStore(t))
	v.follower.again = &runs.Again{Of: "asked"}
	answer, prompt, next := said(timeline.Assistant, 1, 11, "Well."), said(timeline.User, 2, 12,
		"Go on."), said(timeline.User, 3, 13, "And?")
	if err := v.follower.progress(t.Context(), progressOf("", answer, prompt, next)); err != nil {
		t.Fatal(err)
	}
	var hidden []string
	for e, err := range v.o.Files.Journal.Session(t.Context()).Entries {
		if err == nil && e.Hidden {
			hidden = append(hidden, e.ID)
		}
	}
	again := v.o.Files.Record.Current().Again
	if !slices.Equal(hidden, []string{prompt.ID}) || len(again) != 1 ||
		again[0].Entry != prompt.ID || again[0].Of != "asked" || again[0].Session.ID != "wanted" {
		t.Errorf("hidden are %q, the record has %+v", hidden, again)
	}
}

// What is counted behind the end of a turn would otherwise be saved with the next turn alone.
func TestCountsAreSavedWhileTheCLIWaits(t *testing.T) {
	for _, c := range []struct {
		is      signals.State
		entries []*timeline.Entry
		want    int
	}{
		{signals.Input, []*timeline.Entry{said(timeline.System, 1, 11, "a note")}, 1}, {signals.Input, nil, 0},
		{signals.Working, []*timeline.Entry{said(timeline.System, 1, 11, "a note")}, 0},
	} {
		s := newFakeStore(t)
		v, _ := following(t, silent{}, s)
		v.o.Files.Record.Count(func(r *runs.Run) { r.State = c.is })
		saved := make(chan error)
		ctx, end := context.WithCancel(t.Context())
		looks := 0
		began := make(chan bool)
		go func() {
			saved <- v.o.Files.Record.Await(ctx, func(runs.Run) bool {
				if looks++; looks == 1 {
					close(began)
				}
				return looks > 1
			})
		}()
		<-began
		if err := v.follower.progress(t.Context(), progressOf("", c.entries...)); err != nil {
			t.Fatal(err)
		}
		if c.want == 0 {
			end()
		}
		if err := <-saved; (err == nil) != (c.want == 1) {
			t.Errorf("a CLI that is %s, %d entries: saved %v", c.is, len(c.entries), err)
		}
		end()
	}
}

// An answer says that the limit before it is over. What is hidden, blank, or left is no answer.
func TestAnswerIsWhatTheModelSaysToItsUser(t *testing.T) {
	hidden, left := said(timeline.Assistant, 1, 11, "Hidden."), said(timeline.Assistant, 1, 11, "Left.")
	hidden.Hidden, left.Branch = true, "b"
	for _, c := range []struct {
		entry *timeline.Entry
		want  string
	}{
		{said(timeline.Assistant, 1, 11, "An answer.\n\n"), "An answer."},
		{said(timeline.User, 1, 11, "A prompt."), "before"},
		{said(timeline.Assistant, 1, 11, " \n"), "before"}, {hidden, "before"}, {left, "before"},
	} {
		v, _ := following(t, silent{}, newFakeStore(t))
		v.o.Files.Record.Count(func(r *runs.Run) {
			r.FinalText, r.State, r.Limit = "before", signals.Limited, &signals.Limit{Kind: signals.Throttle}
		})
		if err := v.follower.count(c.entry); err != nil {
			t.Fatal(err)
		}
		run := v.o.Files.Record.Current()
		if run.FinalText != c.want || (run.Limit == nil) != (c.want != "before") {
			t.Errorf("%q: the last answer is %q, the limit %v", c.entry.Content.String(), run.FinalText, run.Limit)
		}
	}
	v, _ := following(t, silent{}, newFakeStore(t))
	v.follower.budget = Budget{Turns: 1}
	v.o.Files.Record.Count(func(r *runs.Run) { r.Turns = 1 })
	if err := v.follower.count(said(timeline.Assistant, 1, 11, "One more.")); !errors.Is(err, ErrBudget) {
		t.Errorf("the budget is not used up by an answer: %v", err)
	}
}
