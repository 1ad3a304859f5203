package failure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/config"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/redaction"
	"stead/internal/sys/atomicfile"
	"stead/internal/sys/installed"
	"stead/orchestrator/active"
	"stead/orchestrator/session"
	"stead/orchestrator/travel"
	"stead/orchestrator/workdir"
	"stead/reach/remote"
	"stead/runs"
)

func TestExitCodeTellsTheKindOfAnError(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("anything"), 1},
		{adapter.ErrFormat, 1},
		{adapter.ErrEmpty, 1},
		{Usage(errors.New("unknown flag")), 2},
		{&config.Error{Key: "history"}, 2},
		{&catalog.UnknownCLIError{Name: "x"}, 2},
		{inject.ErrPolicy, 2},
		{&catalog.NotFoundError{}, 3},
		{&catalog.AmbiguousError{}, 4},
		{runs.ErrAmbiguous, 4},
		{installed.ErrNotInstalled, 5},
		{injection.ErrUnconfirmed, 6},
		{session.ErrCLIFailed, 7},
		{atomicfile.ErrExists, 8},
		{adapter.ErrExists, 8},
		{&remote.FailedError{Code: 9}, 9},
		{&remote.UnknownError{Name: "desk"}, 3},
		{&remote.AwayError{Name: "desk"}, 3},
		{&travel.Error{Kind: travel.ErrNotFound}, 3},
		{&remote.UnknownRunError{}, 3},
		{context.Canceled, 130},
		{session.ErrInterrupted, 130},
		// An interrupt is what the user did, whatever failed because of it.
		{errors.Join(ErrInterrupted, adapter.ErrNotFound), 130},
	} {
		err := c.err
		if err != nil {
			err = fmt.Errorf("try something: %w", err)
		}
		if got, _ := Code(err); got != c.want {
			t.Errorf("exit code for %v is %d, want %d", c.err, got, c.want)
		}
	}
}

func TestErrorOfAnotherProcessIsTheSameError(t *testing.T) {
	near := []workdir.Near{{Dir: "/home/user/app", Why: "a folder of the same name"}}
	for _, c := range []struct {
		name string
		err  error
		want Error
	}{
		{"of no kind", errors.New("it broke "), Error{Text: "it broke", Code: Failed}},
		{"with the hint of its kind", runs.ErrAmbiguous, Error{Text: runs.ErrAmbiguous.Error(), Tip: "give more of the id",
			Code: Ambiguous}},
		{"with a hint of its own", &active.EndedError{Run: runs.Run{ID: "1"}},
			Error{Text: "run 1 has ended", Tip: "resume it: stead run --resume 1", Code: Failed}},
		{"with a reference in its hint", &active.HeadlessError{Run: "ab12"},
			Error{Text: "run ab12 is headless: it has no terminal", Tip: "follow it: stead logs -f ab12", Code: Failed,
				Parts: []string{"follow it: stead logs -f ", "ab12"}}},
		{"of another machine", &remote.FailedError{Text: "desk: no", Tip: "do it there", Code: Ambiguous},
			Error{Text: "desk: no", Tip: "do it there", Code: Ambiguous}},
		{"that says where a run does not travel", &travel.Error{Text: "no", Tip: "continue it here", Kind: travel.ErrNotFound},
			Error{Text: "no", Tip: "continue it here", Code: NotFound}},
		{"about a run that is not moved", &travel.TurnError{Run: "ab12", Limit: 60e9},
			Error{Text: "run ab12 was not moved: its turn was not over after 1m0s", Code: Failed,
				Tip:   "see what it does: stead attach ab12; a longer --timeout waits longer",
				Parts: []string{"see what it does: stead attach ", "ab12", "; a longer --timeout waits longer"}}},
		{"of usage", Usagef("no %s", "flag"), Error{Text: "no flag", Code: WrongUsage, Usage: true}},
		{"about a folder", &workdir.FolderError{Dir: "/gone", Reason: errors.New("it is gone"), Near: near},
			Error{Near: near}},
		{"about secrets", &redaction.SecretsError{Count: 2}, Error{Secrets: &redaction.SecretsError{Count: 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := json.Marshal(Describe(fmt.Errorf("%w", c.err)))
			if err != nil {
				t.Fatal(err)
			}
			var there Error
			if err := json.Unmarshal(data, &there); err != nil {
				t.Fatal(err)
			}
			if c.want.Text == "" { // the text is the error's own
				c.want.Text, c.want.Tip, c.want.Code = there.Text, there.Tip, there.Code
			}
			if diff := cmp.Diff(c.want, there); diff != "" {
				t.Error(diff)
			}
			again := *Describe(fmt.Errorf("once more: %w", &there))
			if again.Code != there.Code || again.Tip != there.Tip || again.Usage != there.Usage ||
				!slices.Equal(again.Parts, there.Parts) {
				t.Errorf("reported once more it is %+v", again)
			}
			if found := SecretsIn(&there); (found != nil) != (there.Secrets != nil) {
				t.Errorf("it holds the secrets %v", found)
			}
		})
	}
	if Describe(nil) != nil {
		t.Error("no error is described")
	}
}
