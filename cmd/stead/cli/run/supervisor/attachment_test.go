package supervisor

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator/active"
	"stead/orchestrator/delivery"
	"stead/orchestrator/session"
	"stead/runs"
	"stead/runs/socket"
)

// attached is an attachment whose user reads two files, and what stands in them.
func attached(t *testing.T, o AttachOptions) (*attachment, func() (out, said string)) {
	t.Helper()
	var files []*os.File
	for _, name := range []string{"in", "out", "err"} {
		file, err := os.Create(filepath.Join(t.TempDir(), name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		files = append(files, file)
	}
	o.Process = setup.NewProcess(nil, []string{"HOME=/home/u"}, "", files[0], files[1], files[2])
	return &attachment{with: o, term: o.Process.Term, run: o.Run}, func() (string, string) {
		out, err := os.ReadFile(files[1].Name())
		said, otherErr := os.ReadFile(files[2].Name())
		if err := errors.Join(err, otherErr); err != nil {
			t.Fatal(err)
		}
		return string(out), string(said)
	}
}

func event(t *testing.T, kind string, value any) socket.Event {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return socket.Event{Kind: kind, Value: data}
}

func TestDetachedUserStaysUntilThereIsARunToComeBackTo(t *testing.T) {
	plan := delivery.Plan{Dir: "/home/u/app"}
	plan.To.CLI, plan.To.ID = "pi", "2"
	delivered, changed := event(t, socket.Delivered, plan), event(t, socket.Changed, runs.Run{ID: "1"})
	for _, order := range [][]socket.Event{{delivered, changed}, {changed, delivered}} {
		v, read := attached(t, AttachOptions{Begins: true, Detached: true})
		for i, e := range order {
			if done, err := v.apply(e); err != nil || done != (i == 1) {
				t.Errorf("event %d ends it: %v, error %v", i, done, err)
			}
		}
		if out, said := read(); out != "1\n" || said != "a new session, pi:2, in ~/app\n" {
			t.Errorf("it prints %q and says %q", out, said)
		}
	}
}

func TestNotesWaitUntilTheUserHasTheTerminalBack(t *testing.T) {
	v, read := attached(t, AttachOptions{Run: runs.Run{ID: "1"}})
	v.attached = true
	for _, text := range []string{"one", "two"} {
		if done, err := v.apply(event(t, socket.Note, text)); done || err != nil {
			t.Errorf("a note ends it, error %v", err)
		}
	}
	if _, said := read(); said != "" {
		t.Errorf("while the CLI has the terminal it says %q", said)
	}
	if done, err := v.apply(event(t, socket.Left, socket.ByKey)); !done || err != nil {
		t.Errorf("who leaves stays, error %v", err)
	}
	if _, said := read(); said != "run 1 is still active; attach to it: stead attach 1\nnote: one\nnote: two\n" {
		t.Errorf("it says %q", said)
	}
}

func TestTerminalComesBackForDifferentReasons(t *testing.T) {
	for how, want := range map[string]struct {
		done  bool
		wrong string
	}{socket.Over: {false, ""}, socket.Gone: {true, ""}, socket.OnOrder: {true, ""}, "no terminal": {true,
		"no terminal"}} {
		v, _ := attached(t, AttachOptions{})
		done, err := v.apply(event(t, socket.Left, how))
		if done != want.done || (err == nil) != (want.wrong == "") || err != nil && err.Error() != want.wrong {
			t.Errorf("%s ends it %v, error %v", how, done, err)
		}
	}
}

func TestEndOfARunIsItsFailure(t *testing.T) {
	v, read := attached(t, AttachOptions{Detached: true})
	ended := runs.Run{ID: "1", Status: runs.Completed, FinalText: "Done.", From: runs.Session{CLI: "claude"},
		To: runs.Session{CLI: "pi"}}
	done, err := v.apply(event(t, socket.Ended, Ending{Run: ended,
		Failure: failure.Describe(session.ErrBudget)}))
	if code, _ := failure.Code(err); !done || !v.over || code != failure.OverBudget {
		t.Errorf("it ends %v with %v", done, err)
	}
	if out, said := read(); out != "Done.\n" || !strings.Contains(said, "stead run --from run:1 --to claude") {
		t.Errorf("it prints %q and says %q", out, said)
	}
}

func TestKilledSupervisorIsNamed(t *testing.T) {
	v, _ := attached(t, AttachOptions{Run: runs.Run{ID: "1"}})
	var killed *active.KilledError
	if err := v.lost(); !errors.As(err, &killed) || killed.Run != "1" {
		t.Errorf("the error is %v", err)
	}
	v, _ = attached(t, AttachOptions{Begins: true})
	if err := v.lost(); err == nil || !strings.Contains(err.Error(), "before the run began") {
		t.Errorf("the error is %v", err)
	}
}
