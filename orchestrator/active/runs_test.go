package active_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
	"stead/runs"
	"stead/runs/socket"
)

// began is when the oldest of the runs of a test began; each of the others began an hour later.
var began = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)

// recorded makes records of runs, in the order in which they were last active.
func recorded(t *testing.T, all ...runs.Run) active.Runs {
	t.Helper()
	a := active.Runs{Records: runs.Open(t.TempDir()), State: t.TempDir()}
	for i, r := range all {
		id, err := a.Records.Create(began.Add(time.Duration(i) * time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		r.ID, r.Started = id, began.Add(time.Duration(i)*time.Hour)
		if err := a.Records.Save(r); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

var (
	living = runs.Run{Status: runs.Running, Supervisor: runs.Self()}
	killed = runs.Run{Status: runs.Running, Supervisor: runs.Process{PID: runs.Self().PID, Started: "long ago"}}
	orphan = runs.Run{Status: runs.Running, Supervisor: killed.Supervisor, Child: runs.Self()}
	ended  = runs.Run{Status: runs.Completed}
)

func ids(t *testing.T, a active.Runs) []string {
	t.Helper()
	ids, err := a.Records.IDs()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(ids)
	return ids
}

func TestActiveRunIsFound(t *testing.T) {
	a := recorded(t, living, killed, living, ended)
	all := ids(t, a)
	for name, want := range map[string]string{"": all[2], "latest": all[2], all[0]: all[0]} {
		if r, err := a.Find(name); err != nil || r.ID != want {
			t.Errorf("%q is %s, error %v, want %s", name, r.ID, err, want)
		}
	}
	for name, want := range map[string]string{all[1]: "run " + all[1] + " is not active: its process was killed",
		all[3]: "run " + all[3] + " has ended"} {
		_, err := a.Find(name)
		var over *active.EndedError
		if !errors.As(err, &over) || err.Error() != want || over.Hint() != "resume it: stead run --resume "+name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := recorded(t, killed, ended).Find(""); !errors.Is(err, active.ErrNone) {
		t.Errorf("without an active run the error is %v", err)
	}
	if _, err := a.Find("nothing"); !errors.Is(err, runs.ErrNotFound) {
		t.Errorf("an unknown run gives %v", err)
	}
}

func TestRunsAreChosenByWhetherSomebodyWorksOnThem(t *testing.T) {
	a := recorded(t, living, killed, orphan, ended)
	all := ids(t, a)
	named := func(runs []runs.Run, err error) []string {
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, r := range runs {
			names = append(names, r.ID)
		}
		slices.Sort(names)
		return names
	}
	for _, c := range []struct {
		what string
		got  []string
		want []string
	}{
		{"busy", named(a.Busy()), []string{all[0], all[2]}},
		{"ended", named(a.Ended(began.Add(24 * time.Hour))), []string{all[1], all[3]}},
		{"ended and not younger", named(a.Ended(began.Add(time.Hour))), []string{all[1]}},
		{"named", named(a.Named([]string{all[3], all[0]})), []string{all[0], all[3]}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s are %v, want %v", c.what, c.got, c.want)
		}
	}
	if _, err := a.Named([]string{all[0], "nothing"}); !errors.Is(err, runs.ErrNotFound) {
		t.Errorf("an unknown run gives %v", err)
	}
}

func TestBusyRunIsNotRemoved(t *testing.T) {
	a := recorded(t, orphan, ended)
	all := ids(t, a)
	for id, want := range map[string]error{all[0]: active.ErrBusy, all[1]: nil} {
		if err := a.Remove(runs.Run{ID: id}); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", id, err, want)
		}
	}
	if left := ids(t, a); !slices.Equal(left, all[:1]) {
		t.Errorf("left are %v", left)
	}
}

// TestPartIsEndedThroughItsSocket ends a run whose process is the test's own: a signal would end that.
func TestPartIsEndedThroughItsSocket(t *testing.T) {
	r := living
	r.Part = &runs.Part{Of: "ab:1", Name: "claude"}
	a := recorded(t, r)
	r.ID = ids(t, a)[0]
	server := &socket.Server{}
	server.Stop = func() { go server.Publish(socket.Ended, nil) }
	if _, err := server.Open(a.State, r.ID); err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := a.End(ctx, r); err != nil {
		t.Error(err)
	}
}

// TestADialogOfTheCLIIsNoQuestion has a CLI ask something of its own.
func TestADialogOfTheCLIIsNoQuestion(t *testing.T) {
	dialog := living
	dialog.ID, dialog.State, dialog.About = "ab12", signals.Input, "Trust this folder?"
	var found *active.DialogError
	_, err := active.QuestionOf(dialog)
	if !errors.As(err, &found) || !errors.Is(err, questions.ErrNone) ||
		found.Hint() != "answer it in its terminal: stead attach ab12" ||
		err.Error() != `its CLI asks "Trust this folder?" in a dialog of its own, which stead does not answer` {
		t.Errorf("a dialog is %v", err)
	}
	dialog.About = ""
	if _, err := active.QuestionOf(dialog); errors.As(err, &found) || !errors.Is(err, questions.ErrNone) {
		t.Errorf("at rest it is %v", err)
	}
}
