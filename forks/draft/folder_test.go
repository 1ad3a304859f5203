package draft_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stead/forks/draft"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

// dataVariable has the test binary edit a draft in the folder that it names, as another process would.
const dataVariable = "DRAFT_TEST_DATA"

// perProcess is how many messages each process inserts.
const perProcess = 20

func TestMain(m *testing.M) {
	data := os.Getenv(dataVariable)
	if data == "" {
		os.Exit(m.Run())
	}
	e := editor(data)
	for i := range perProcess {
		_, err := e.Edit(context.Background(), draft.Latest, "", func(c *draft.Copy) ([]draft.Change, error) {
			change, err := c.Insert(1, timeline.User, "one more", fmt.Sprintf("new-%d-%d", os.Getpid(), i))
			return []draft.Change{change}, err
		})
		if err != nil {
			panic(err)
		}
	}
}

// editor edits drafts of the one session that there is.
func editor(data string) draft.Editor {
	var ids atomic.Int64
	return draft.Editor{
		Folder: draft.OpenFolder(data), Now: func() time.Time { return noon },
		NewID: func() string { return fmt.Sprintf("%08x-more", ids.Add(1)) },
		Source: func(_ context.Context, reference string) (draft.Original, error) {
			if reference != "claude:source" {
				return draft.Original{}, errors.New("there is no such session")
			}
			return draft.Original{Stream: work(), Reference: reference, Title: "Fix the bug"}, nil
		},
	}
}

func dropping(ranges string) draft.Edits {
	return func(c *draft.Copy) ([]draft.Change, error) {
		change, err := drop(ranges)(c)
		return []draft.Change{change}, err
	}
}

func TestDraftIsKeptAndFound(t *testing.T) {
	ctx, data := context.Background(), t.TempDir()
	e := editor(data)
	first, err := e.Begin(ctx, "claude:source", dropping("2"))
	if err != nil {
		t.Fatal(err)
	}
	if first.Draft.Reference() != "draft:00000001" || first.Draft.Title != "Fix the bug" {
		t.Errorf("the draft is %+v", first.Draft)
	}
	info, err := os.Stat(filepath.Join(data, "drafts", "00000001.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its file is %v, %v", info, err)
	}
	for _, name := range []string{"draft:00000001", "00000001", "0000", "latest", "draft:latest"} {
		if c, err := e.Open(ctx, name); err != nil || encoded(t, c) != encoded(t, first) ||
			c.Draft.Revision() != first.Draft.Revision() {
			t.Errorf("opened as %s: %v", name, err)
		}
	}
	if _, err := e.Begin(ctx, "claude:source", nil); err != nil {
		t.Fatal(err)
	}
	_, err = e.Open(ctx, "0000")
	mustFail(t, err, draft.ErrAmbiguous, "draft:00000001")
	for _, name := range []string{"f", "", "draft:", "../00000001", "."} {
		_, err = e.Open(ctx, name)
		mustFail(t, err, draft.ErrNotFound, "no such draft")
	}
	all, err := e.Folder.List()
	if err != nil || len(all) != 2 {
		t.Errorf("listed %+v, %v", all, err)
	}
	if d, err := e.Folder.Delete(ctx, "00000001"); err != nil || d.ID != "00000001" {
		t.Errorf("deleted %+v, %v", d, err)
	}
	if all, err := e.Folder.List(); err != nil || len(all) != 1 {
		t.Errorf("left %+v, %v", all, err)
	}
}

func TestFailedEditLeavesTheDraftAsItIs(t *testing.T) {
	ctx, data := context.Background(), t.TempDir()
	e := editor(data)
	if _, err := e.Begin(ctx, "claude:source", dropping("99")); !errors.Is(err, draft.ErrEdit) {
		t.Error(err)
	}
	if all, _ := e.Folder.List(); len(all) != 0 {
		t.Errorf("a draft was begun: %+v", all)
	}
	c, err := e.Begin(ctx, "claude:source", dropping("2"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Edit(ctx, c.Draft.ID, "", dropping("99")); !errors.Is(err, draft.ErrEdit) {
		t.Error(err)
	}
	if again, err := e.Open(ctx, c.Draft.ID); err != nil || again.Draft.Revision() != c.Draft.Revision() {
		t.Errorf("the draft is %+v, %v", again, err)
	}
}

func TestEditOfAnotherRevisionIsRefused(t *testing.T) {
	ctx := context.Background()
	e := editor(t.TempDir())
	first, err := e.Begin(ctx, "claude:source", nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := first.Draft.Revision()
	second, err := e.Edit(ctx, first.Draft.ID, seen, dropping("2"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Edit(ctx, first.Draft.ID, seen, dropping("2"))
	mustFail(t, err, draft.ErrRevision, "it is at revision "+second.Draft.Revision()+", not at "+seen)
	if undone, err := e.Undo(ctx, first.Draft.ID, second.Draft.Revision()); err != nil || undone.IsEdited() {
		t.Errorf("undone: %v", err)
	}
	if redone, err := e.Redo(ctx, first.Draft.ID, ""); err != nil || redone.Draft.Revision() != second.Draft.Revision() {
		t.Errorf("redone: %v", err)
	}
}

func TestDamagedFileIsToldAndNotListed(t *testing.T) {
	data := t.TempDir()
	e := editor(data)
	c, err := e.Begin(context.Background(), "claude:source", nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(data, "drafts", c.Draft.ID+".json")
	if err := os.WriteFile(path, []byte(`{"id":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(context.Background(), c.Draft.ID); err == nil ||
		!strings.Contains(err.Error(), path+" is damaged") {
		t.Error(err)
	}
	if all, err := e.Folder.List(); len(all) != 0 || err != nil {
		t.Errorf("listed %+v, %v", all, err)
	}
}

// TestProcessesEditOneDraftAtOnce loses none of their edits.
func TestProcessesEditOneDraftAtOnce(t *testing.T) {
	data := t.TempDir()
	e := editor(data)
	if _, err := e.Begin(context.Background(), "claude:source", nil); err != nil {
		t.Fatal(err)
	}
	const processes = 3
	var working sync.WaitGroup
	for range processes {
		working.Go(func() {
			command := exec.Command(os.Args[0])
			command.Env = []string{dataVariable + "=" + data}
			if output, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, output)
			}
		})
	}
	working.Wait()
	c, err := e.Open(context.Background(), draft.Latest)
	if err != nil {
		t.Fatal(err)
	}
	if want := processes*perProcess + 11; c.Len() != want {
		t.Errorf("it has %d entries, want %d", c.Len(), want)
	}
}

// TestEditOfAnEntryThatIsGoneIsUndone has the original lose the entry on which the last edit rests.
func TestEditOfAnEntryThatIsGoneIsUndone(t *testing.T) {
	ctx := context.Background()
	e := editor(t.TempDir())
	first, err := e.Begin(ctx, "claude:source", dropping("2"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Edit(ctx, first.Draft.ID, "", dropping("10")); err != nil {
		t.Fatal(err)
	}
	e.Source = func(context.Context, string) (draft.Original, error) {
		return draft.Original{Stream: sample.Conversation(collect(t, work())[:3]...), Reference: "claude:source"}, nil
	}
	_, err = e.Open(ctx, first.Draft.ID)
	mustFail(t, err, draft.ErrGone, "it has no entry entry-10, on which the draft rests")
	undone, err := e.Undo(ctx, first.Draft.ID, "")
	if err != nil || len(undone.Draft.Steps) != 1 || len(undone.Notes()) == 0 {
		t.Errorf("undone: %v", err)
	}
}

func TestDraftOfADraftIsRefused(t *testing.T) {
	e := editor(t.TempDir())
	e.Source = func(context.Context, string) (draft.Original, error) {
		return draft.Original{Stream: work(), Reference: "draft:d1"}, nil
	}
	_, err := e.Begin(context.Background(), "draft:d1", nil)
	mustFail(t, err, draft.ErrEdit, "draft:d1 is an edited copy already")
}
