package history

import (
	"slices"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/runs"
	"stead/timeline"
)

// strayed is a run that continues a session of Claude Code in Codex, whose user has begun a new session there.
func strayed() (runs.Run, []*timeline.Entry) {
	a, b := runs.Session{CLI: "codex", ID: "a", Path: "/a"}, runs.Session{CLI: "codex", ID: "b", Path: "/b"}
	run := runs.Run{From: runs.Session{CLI: "claude", ID: "source"}, To: a, Lines: 2}
	journal := []*timeline.Entry{say(user, "", 1, "source", ""), say(model, "", 2, "answer", ""),
		say(user, "a", 3, "here", ""), say(user, "a", 4, "taken back", "codex:a/rewind-1")}
	leave := Leave(a)
	for _, e := range journal {
		e.Branch = leave(e)
	}
	run.Enter(b, runs.OpenedNew, runs.Hop{})
	return run, append(journal, say(user, "b", 1, "there", ""), say(model, "b", 2, "reply", ""))
}

func told(t *testing.T, s timeline.Stream) (all []string) {
	t.Helper()
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.ID+":"+e.Branch)
	}
	return all
}

func TestOnlyWhatIsOnTheScreenIsDelivered(t *testing.T) {
	run, journal := strayed()
	s := OnScreen(streamOf(journal...), run)
	if want := []string{"there:", "reply:"}; !slices.Equal(told(t, s), want) {
		t.Errorf("%v, want %v", told(t, s), want)
	}
	if s.Header.Source.CLI != "codex" || s.Header.Source.OriginalID != "b" {
		t.Errorf("it is told as a session of %+v", s.Header.Source)
	}
	for e := range s.Entries {
		if e.ID == "there" && e.Native.Session != "" {
			t.Error("its own records are told as another session's")
		}
	}
}

func TestUserWhoComesBackHasTheWholeConversationAgain(t *testing.T) {
	run, journal := strayed()
	leave := Leave(run.To)
	for _, e := range journal {
		e.Branch = leave(e)
	}
	run.Enter(runs.Session{CLI: "codex", ID: "a", Path: "/a"}, runs.OpenedAgain, runs.Hop{})
	session := []*timeline.Entry{say(user, "", 1, "source", ""), say(model, "", 2, "answer", ""),
		say(user, "", 3, "here", ""), say(user, "", 4, "taken back", "rewind-1")}
	path, err := ReadPath(streamOf(journal...), streamOf(session...), run, adapter.Info{})
	if err != nil {
		t.Fatal(err)
	}
	s := OnScreen(path.Over(streamOf(journal...)), run)
	if want := []string{"source:", "answer:", "here:", "taken back:codex:a/rewind-1"}; !slices.Equal(told(t, s), want) {
		t.Errorf("%v, want %v", told(t, s), want)
	}
	if s.Header.Source.CLI != streamOf().Header.Source.CLI {
		t.Errorf("it is told as a session of %+v", s.Header.Source)
	}
}

func TestWhatStoodInASessionBeforeIsNoWorkOfTheRun(t *testing.T) {
	run, _ := strayed()
	run.Lines = 1
	for line, want := range map[int]bool{1: false, 2: true} {
		if IsAdded(say(user, "b", line, "x", ""), run) != want {
			t.Errorf("record %d counts: %v", line, !want)
		}
	}
	if !IsAdded(say(user, "a", 3, "x", ""), run) || IsAdded(say(user, "other", 3, "x", ""), run) {
		t.Error("the work in the session that was left does not count, or that of another one does")
	}
}

func TestEarlierIsTheLastRecordUpToAMoment(t *testing.T) {
	old, young := say(user, "", 3, "old", ""), say(user, "", 4, "young", "")
	old.Timestamp, young.Timestamp = "2026-11-27T10:00:00Z", "2026-11-27T12:00:00Z"
	for hour, want := range map[int]int{9: 0, 10: 3, 11: 3, 12: 4} {
		line, err := Earlier(timeline.Of(old, young, say(user, "", 5, "without a time", "")),
			time.Date(2026, 11, 27, hour, 0, 0, 0, time.UTC))
		if line != want || err != nil {
			t.Errorf("at %d it is %d, %v; want %d", hour, line, err, want)
		}
	}
}

func TestSessionsOfLaterAreNoPartOfOneThatWasLeft(t *testing.T) {
	run, journal := strayed()
	_, since, _ := run.In("codex", "a")
	if got := told(t, Without(streamOf(journal...), since)); len(got) != 4 {
		t.Errorf("it is %v", got)
	}
}
