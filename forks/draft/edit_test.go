package draft_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"stead/forks/draft"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

func TestEdits(t *testing.T) {
	const end = "call c3 | result c3 | They pass."
	for name, c := range map[string]struct {
		edits []func(*draft.Copy) (draft.Change, error)
		want  string
	}{
		"a range is cut": {edits(cut("2-7")), "Fix the bug | Run the tests | " + end},
		"all from an entry on is cut": {edits(cut("8-")),
			"Fix the bug | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed."},
		"a cut takes both of a pair": {edits(cut("10-")),
			"Fix the bug | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed. | Run the tests"},
		"single entries are dropped": {edits(drop("2,7")),
			"Fix the bug | call c1 | call c2 | result c1 | result c2 | Run the tests | " + end},
		"a call goes with its result": {edits(drop("3")),
			"Fix the bug | I look. | call c2 | result c2 | It is fixed. | Run the tests | " + end},
		"a result goes with its call": {edits(drop("6")),
			"Fix the bug | I look. | call c1 | result c1 | It is fixed. | Run the tests | " + end},
		"a text is rewritten": {edits(rewrite(1, "Find the bug")),
			"Find the bug | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed. | Run the tests | " + end},
		"a message is inserted": {edits(insert(8, timeline.User, "Wait")),
			"Fix the bug | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed. | Wait | Run the tests | " + end},
		"one is inserted at the end": {edits(insert(12, timeline.Assistant, "Done.")),
			"Fix the bug | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed. | Run the tests | " + end +
				" | Done."},
		"an entry moves to the front": {edits(move("8", 1)),
			"Run the tests | Fix the bug | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed. | " + end},
		"an entry moves to the end": {edits(move("2", 12)),
			"Fix the bug | call c1 | call c2 | result c1 | result c2 | It is fixed. | Run the tests | " + end + " | I look."},
		"a pair moves together": {edits(move("9", 2)),
			"Fix the bug | call c3 | result c3 | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed. | Run the tests | They pass."},
		"a call moves to its result": {edits(move("3", 5)),
			"Fix the bug | I look. | call c2 | call c1 | result c1 | result c2 | It is fixed. | Run the tests | " + end},
		"a turn moves": {edits(move("8-11", 1)),
			"Run the tests | " + end + " | Fix the bug | I look. | call c1 | call c2 | result c1 | result c2 | It is fixed."},
		"numbers are those of before": {edits(drop("1"), rewrite(2, "Look."), cut("8-")),
			"Look. | call c1 | call c2 | result c1 | result c2 | It is fixed."},
		"ranges may run into each other": {edits(drop("1-2,2-3")),
			"call c2 | result c2 | It is fixed. | Run the tests | " + end},
	} {
		t.Run(name, func(t *testing.T) {
			if got := told(t, edit(t, begin(t, work()), c.edits...)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func edits(makers ...func(*draft.Copy) (draft.Change, error)) []func(*draft.Copy) (draft.Change, error) {
	return makers
}

func TestWhatCannotBeEdited(t *testing.T) {
	for text, makers := range map[string][]func(*draft.Copy) (draft.Change, error){
		"there is no entry 12: it has 11 entries":          edits(drop("12")),
		"there is no entry 13":                             edits(move("1", 13)),
		`"x" names no entries: use N, N-M, or N-`:          edits(drop("x")),
		"the range 5-3 runs backwards":                     edits(cut("5-3")),
		"entry 1 would be empty: drop it instead":          edits(rewrite(1, " \n")),
		"are a JSON object, and those for entry 3 are not": edits(rewrite(3, "[]")),
		"entry 4 cannot be moved before itself":            edits(move("4", 4)),
		"a result cannot stand before its call, entry 3":   edits(move("5", 3)),
		"nothing of the conversation would be left":        edits(cut("1-")),
		"the message to insert is empty":                   edits(insert(1, timeline.User, "")),
		`a message of "system" cannot be inserted`:         edits(insert(1, timeline.System, "x")),
		"was dropped before":                               edits(drop("1"), rewrite(1, "x")),
		"inserted entry needs an id of its own": edits(insert(1, timeline.User, "x"),
			insert(1, timeline.User, "y")),
	} {
		_, err := try(begin(t, work()), makers...)
		mustFail(t, err, draft.ErrEdit, text)
	}
}

// TestChangesFromOutsideAreChecked has a caller that does not use the copy's methods.
func TestChangesFromOutsideAreChecked(t *testing.T) {
	for text, c := range map[string]struct {
		change draft.Change
		is     error
	}{
		`there is no operation "burn"`: {draft.Change{Operation: "burn", Entries: []string{"c1"}}, draft.ErrEdit},
		"drop names 0 entries":         {draft.Change{Operation: draft.Drop}, draft.ErrEdit},
		"cut names 1 entry":            {draft.Change{Operation: draft.Cut, Entries: []string{"c1"}}, draft.ErrEdit},
		"it has no entry nobody":       {draft.Change{Operation: draft.Drop, Entries: []string{"nobody"}}, draft.ErrGone},
		"entry 5 is the result of the call entry 3 and cannot stand before it": {
			draft.Change{Operation: draft.Move, Entries: []string{"entry-4"}, Before: "entry-0", Alone: true}, draft.ErrEdit},
	} {
		_, err := begin(t, work()).With(noon, c.change)
		mustFail(t, err, c.is, text)
	}
}

func TestRewritingChangesTheTextAlone(t *testing.T) {
	s := work()
	answer := collect(t, s)[6]
	c := edit(t, begin(t, s), rewrite(7, "It is \"better\"."), rewrite(4, "{ \"path\": \"new.go\" }"), rewrite(10, ""))
	all := entries(t, c)
	if got := all[6]; got.Content.String() != `It is "better".` || got.ID != answer.ID ||
		got.Timestamp != answer.Timestamp {
		t.Errorf("the answer became %+v", got)
	}
	if got := string(all[3].Input); got != `{"path":"new.go"}` {
		t.Errorf("the arguments are %s", got)
	}
	if got := all[9]; !got.Output.IsEmpty() || !got.Success || got.CallID != "c3" {
		t.Errorf("the result became %+v", got)
	}
}

func TestThinkingGoesWithTheAnswerThatItLedTo(t *testing.T) {
	answer := sample.Assistant("old")
	answer.Thinking = timeline.NewText("hm")
	c := edit(t, begin(t, sample.Conversation(sample.User("a"), answer)), rewrite(2, "new"))
	if got := entries(t, c)[1]; !got.Thinking.IsEmpty() {
		t.Errorf("the rewritten answer has the thinking of the old one: %s", got.Thinking)
	}
}

func TestTimesGoOnRising(t *testing.T) {
	early, late := sample.User("early"), sample.Assistant("late")
	early.Timestamp, late.Timestamp = "2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"
	c := edit(t, begin(t, sample.Conversation(early, late)), move("1", 3), insert(2, timeline.User, "new"))
	var times []string
	for _, e := range entries(t, c) {
		times = append(times, e.Timestamp)
	}
	if !slices.IsSorted(times) || len(times) != 3 {
		t.Errorf("the times are %q", times)
	}
}

func TestUndoAndRedo(t *testing.T) {
	first := begin(t, work())
	second := edit(t, first, drop("2"))
	third := edit(t, second, rewrite(1, "Other"))
	undone, err := third.Draft.Undo()
	if err != nil || undone.Undone == nil {
		t.Fatal(undone, err)
	}
	redone, err := undone.Redo()
	if err != nil || redone.Revision() != third.Draft.Revision() {
		t.Errorf("redone %+v, %v, want %+v", redone, err, third.Draft)
	}
	all, _ := undone.Undo()
	if c, err := draft.Open(context.Background(), work(), all); err != nil || encoded(t, c) != encoded(t, first) {
		t.Errorf("all undone, it is not the original: %v", err)
	}
	_, err = all.Undo()
	mustFail(t, err, draft.ErrHistory, "it has no edits")
	_, err = third.Draft.Redo()
	mustFail(t, err, draft.ErrHistory, "no edit was undone")
	c, err := draft.Open(context.Background(), work(), undone)
	if err != nil {
		t.Fatal(err)
	}
	if again := edit(t, c, drop("3")); again.Draft.Undone != nil {
		t.Error("what was undone before another edit can be redone")
	}
}

func TestOriginalThatChangedIsTold(t *testing.T) {
	ctx := context.Background()
	d := edit(t, begin(t, work()), drop("2"), rewrite(8, "Run all tests")).Draft
	reopen := func(change func([]*timeline.Entry) []*timeline.Entry) (*draft.Copy, error) {
		return draft.Open(ctx, sample.Conversation(change(collect(t, work()))...), d)
	}
	notes := func(c *draft.Copy, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(c.Notes(), "; ")
	}
	same := func(all []*timeline.Entry) []*timeline.Entry { return all }
	if got := notes(reopen(same)); got != "" {
		t.Errorf("nothing changed: %s", got)
	}
	grown, err := reopen(func(all []*timeline.Entry) []*timeline.Entry {
		return append(all, sample.User("And now?"), sample.Assistant("Now."))
	})
	if got := notes(grown,
		err); got != "claude:source has grown by 2 entries since draft:d1 was begun, which does not have them" {
		t.Error(got)
	}
	if got := told(t, grown); strings.Contains(got, "Now.") || !strings.HasSuffix(got, "They pass.") {
		t.Errorf("a draft of a session that has grown is %s", got)
	}
	other := func(at int) func([]*timeline.Entry) []*timeline.Entry {
		return func(all []*timeline.Entry) []*timeline.Entry { all[at].Content = timeline.NewText("other"); return all }
	}
	if got := notes(reopen(other(
		6))); got != "claude:source has changed since draft:d1 was begun, but not in what its edits rest on" {
		t.Error(got)
	}
	if got := notes(reopen(other(7))); got != "claude:source has changed in what the edits of draft:d1 rest on: entry-7" {
		t.Error(got)
	}
	if got := notes(reopen(func(all []*timeline.Entry) []*timeline.Entry { return all[:10] })); !strings.Contains(got,
		"has lost 1 entry") {
		t.Error(got)
	}
	_, err = reopen(func(all []*timeline.Entry) []*timeline.Entry { return all[:3] })
	mustFail(t, err, draft.ErrGone, "it has no entry entry-7, on which the draft rests")
}

func TestSessionsThatCannotBeEdited(t *testing.T) {
	twice := sample.User("b")
	twice.ID = "entry-0"
	for text, s := range map[string]timeline.Stream{
		"holds no conversation":              sample.Conversation(),
		"no entry ids that tell its entries": sample.Conversation(sample.User("a"), twice),
	} {
		_, err := draft.Begin(context.Background(), s, "d1", "claude:source", noon)
		mustFail(t, err, draft.ErrEdit, text)
	}
}

func TestLineageSaysWhatTheCopyIs(t *testing.T) {
	s, err := edit(t, begin(t, work()), drop("1")).Stream(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	l := s.Header.Lineage
	if l == nil || l.Parent != "claude:source" || l.Kind != timeline.LineageEdit || string(l.Extra["draft"]) != `"d1"` {
		t.Errorf("the lineage is %+v", l)
	}
}

func TestSubAgentsGoWithTheirCalls(t *testing.T) {
	s := work()
	for _, call := range []string{"c1", "c2", ""} {
		s.Children = append(s.Children, timeline.Stream{Header: timeline.Header{ID: "of-" + call,
			Lineage: &timeline.Lineage{At: call}}, Entries: timeline.Of()})
	}
	edited, err := edit(t, begin(t, s), drop("3")).Stream(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, child := range edited.Children {
		left = append(left, child.Header.ID)
	}
	if got := strings.Join(left, " "); got != "of-c2 of-" {
		t.Errorf("left are %s", got)
	}
}

func TestSummaryKeepsWhatIsThere(t *testing.T) {
	summary := &timeline.Entry{Type: timeline.System, Content: timeline.NewText("All that was"),
		Compaction: &timeline.Compaction{Keeps: []string{"entry-1", "entry-2"}}}
	s := sample.Conversation(sample.User("a"), sample.Assistant("b"), sample.User("c"), summary, sample.User("d"))
	got := entries(t, edit(t, begin(t, s), drop("2")))[2].Compaction
	if !slices.Equal(got.Keeps, []string{"entry-2"}) || len(summary.Compaction.Keeps) != 2 {
		t.Errorf("it keeps %q, and the original's %q", got.Keeps, summary.Compaction.Keeps)
	}
}

func TestCopyWithoutAPromptAtItsBeginningIsNoted(t *testing.T) {
	c := edit(t, begin(t, work()), drop("1"))
	if notes := strings.Join(c.Notes(),
		"; "); notes != "draft:d1 no longer begins with a prompt, which services of some models refuse" {
		t.Error(notes)
	}
	if notes := edit(t, begin(t, work()), drop("2")).Notes(); len(notes) > 0 {
		t.Errorf("noted of one that begins with a prompt: %q", notes)
	}
}
