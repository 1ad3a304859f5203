package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/inject/policy"
	"stead/internal/testkit/sample"
	"stead/timeline"
	"stead/writers"
)

func TestReportCountsWhatTheModelKnewAndWhatOfItArrives(t *testing.T) {
	code := 2
	s := sample.Turns()
	s.Entries = timeline.Of(
		&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("Größe\n"),
			Attachments: []timeline.Attachment{{MediaType: "image/png"}}},
		&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText("out"),
			Origin: &timeline.Origin{Kind: timeline.Shell, ExitCode: &code}},
		&timeline.Entry{ID: "3", Type: timeline.System, Hidden: true, Content: timeline.NewText("- a"),
			Origin: &timeline.Origin{Kind: timeline.Catalog}},
		&timeline.Entry{ID: "4", Type: timeline.System, Hidden: true,
			Content: timeline.NewText("a snapshot that no model sees")},
		&timeline.Entry{ID: "5", Type: timeline.User, Branch: "b", Content: timeline.NewText("taken back")},
		&timeline.Entry{ID: "6", Type: timeline.Assistant, Thinking: timeline.NewText("hm"),
			Native: &timeline.Record{CLI: "claude"}},
		&timeline.Entry{ID: "7", Type: timeline.Assistant, Content: timeline.NewText("yes")},
	)
	chosen, err := policy.Select(t.Context(), s, codex, policy.Policies{Vendor: vendor})
	if err != nil {
		t.Fatal(err)
	}
	var report writers.Report
	for range 2 { // each range counts anew
		report = writers.Report{}
		for _, err := range chosen.Stream.Entries {
			if err != nil {
				t.Fatal(err)
			}
		}
		report.Losses.Item(writers.Media, 0, "attachment of type image/png", "Codex is blind today")
		report.Losses.Add("argument", "it arrives in another form")
		chosen.Complete(&report)
	}
	want := writers.Measure{
		Known: writers.Amounts{
			writers.Prompts: {Items: 1, Characters: 6}, writers.Media: {Items: 1},
			writers.Kind(timeline.Shell): {Items: 1, Characters: 3},
			writers.Thinking:             {Items: 1, Characters: 2}, writers.Answers: {Items: 1, Characters: 3},
		},
		Arrives: writers.Amounts{
			writers.Prompts: {Items: 1, Characters: 6}, writers.Kind(timeline.Shell): {Items: 1, Characters: 3},
			writers.Answers: {Items: 1, Characters: 3},
		},
		Rebuilt: writers.Amounts{writers.Kind(timeline.Catalog): {Items: 1, Characters: 3}},
	}
	if diff := cmp.Diff(want, report.Context); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	missing := writers.Amounts{writers.Media: {Items: 1}, writers.Thinking: {Items: 1, Characters: 2}}
	if diff := cmp.Diff(missing, report.Context.Missing()); diff != "" {
		t.Errorf("missing (-want +got)\n%s", diff)
	}
}

func TestReportNamesWhatIsUnknownOrDamaged(t *testing.T) {
	entries := []*timeline.Entry{
		{ID: "1", Type: timeline.User, Content: timeline.NewText("hi")},
		unknownEntry("ping", "", "claude", false), unknownEntry("brief", "the plan", "claude", false),
		unknownEntry("brief", "the plan", "claude", false),
		unknownEntry("ping", "", codex.Name, false), // which the target takes back as it is
	}
	for range 7 {
		entries = append(entries, unknownEntry("user", "", "claude", true))
	}
	report := reportOf(t, policy.Policies{Vendor: vendor}, entries...)
	of := func(n int) writers.Amounts { return writers.Amounts{writers.Unread: {Items: n}} }
	want := writers.Losses{
		{What: "records of the kind brief",
			Why: "stead does not know this kind; the text that was found in it is passed on", Count: 2, Of: of(2)},
		{What: "records of the kind ping", Why: "stead does not know this kind, and found no text in it", Count: 1,
			Of: of(1)},
		{What: "damaged records of the kind user", Why: "they could not be read: line 7, 7, 7, 7, 7 and 2 more", Count: 7,
			Of: of(7)},
	}
	if diff := cmp.Diff(want, report.Losses); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if known, arrives := report.Context.Known.Sum().Items, report.Context.Arrives.Sum().Items; known != 12 ||
		arrives != 2 {
		t.Errorf("%d of %d items arrive, want 2 of 12", arrives, known)
	}
}

// TestReportOfAStrangersKindsIsShort counts kinds that a file may have invented by the thousand, with names that are
// made to be drawn.
func TestReportOfAStrangersKindsIsShort(t *testing.T) {
	var entries []*timeline.Entry
	for i := range 1000 {
		for _, isDamaged := range []bool{false, true} {
			entries = append(entries, unknownEntry(fmt.Sprintf("\x1b[31mkind %d %s", i, strings.Repeat("x", 1<<10)), "",
				"claude", isDamaged))
		}
	}
	report := reportOf(t, policy.Policies{Vendor: vendor}, entries...)
	count := 0
	for _, l := range report.Losses {
		count += l.Count
		if len(l.What) > 120 || strings.Contains(l.String(), "\x1b") {
			t.Errorf("a line of the report is %q", l)
		}
	}
	if len(report.Losses) > 50 || count != 2000 {
		t.Errorf("%d lines name %d of 2000 records", len(report.Losses), count)
	}
}

// TestWhatTheOwnCLIDoesNotKnowIsLostWhenTheSessionIsCut has a session go back into its own CLI: whole, its records go
// back as they are.
func TestWhatTheOwnCLIDoesNotKnowIsLostWhenTheSessionIsCut(t *testing.T) {
	for thinking, want := range map[policy.Thinking]int{policy.DefaultThinking: 0, policy.Strip: 1} {
		prompt := &timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("hi")}
		report := reportOf(t, policy.Policies{Vendor: vendor, Thinking: thinking}, prompt,
			unknownEntry("ping", "", codex.Name, false))
		if missing := report.Context.Missing().Sum().Items; missing != want || len(report.Losses) != want {
			t.Errorf("with thinking %q %d items are missing, and the report names %v; want %d", thinking, missing,
				report.Losses, want)
		}
	}
}

func unknownEntry(kind, text, cli string, isDamaged bool) *timeline.Entry {
	return &timeline.Entry{
		Type: timeline.System, Hidden: true, Content: timeline.NewText(text),
		Origin: &timeline.Origin{Kind: timeline.UnknownRecord, Name: kind},
		Native: &timeline.Record{CLI: cli, Line: 7, Damaged: isDamaged},
	}
}

// reportOf is the report of a session with some entries on its way into Codex.
func reportOf(t *testing.T, p policy.Policies, entries ...*timeline.Entry) (report writers.Report) {
	t.Helper()
	s := sample.Turns()
	s.Entries = timeline.Of(entries...)
	chosen, err := policy.Select(t.Context(), s, codex, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range chosen.Stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
	}
	chosen.Complete(&report)
	return report
}
