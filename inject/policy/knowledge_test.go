package policy_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/inject/policy"
	"stead/internal/sample"
	"stead/timeline"
	"stead/writers"
)

func TestReportCountsWhatTheModelKnewAndWhatOfItArrives(t *testing.T) {
	code := 2
	s := sample.Turns()
	s.Entries = timeline.Of(
		&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("Größe\n"), Attachments: []timeline.Attachment{{MediaType: "image/png"}}},
		&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText("out"), Origin: &timeline.Origin{Kind: timeline.Shell, ExitCode: &code}},
		&timeline.Entry{ID: "3", Type: timeline.System, Hidden: true, Content: timeline.NewText("- a"), Origin: &timeline.Origin{Kind: timeline.Catalog}},
		&timeline.Entry{ID: "4", Type: timeline.System, Hidden: true, Content: timeline.NewText("a snapshot that no model sees")},
		&timeline.Entry{ID: "5", Type: timeline.User, Branch: "b", Content: timeline.NewText("taken back")},
		&timeline.Entry{ID: "6", Type: timeline.Assistant, Thinking: timeline.NewText("hm"), Native: &timeline.Record{CLI: "claude"}},
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
			writers.Prompts: {Items: 1, Characters: 6}, writers.Media: {Items: 1}, writers.Kind(timeline.Shell): {Items: 1, Characters: 3},
			writers.Thinking: {Items: 1, Characters: 2}, writers.Answers: {Items: 1, Characters: 3},
		},
		Arrives: writers.Amounts{
			writers.Prompts: {Items: 1, Characters: 6}, writers.Kind(timeline.Shell): {Items: 1, Characters: 3}, writers.Answers: {Items: 1, Characters: 3},
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
	unknown := func(kind, text, cli string, damaged bool) *timeline.Entry {
		return &timeline.Entry{
			Type: timeline.System, Hidden: true, Content: timeline.NewText(text), Origin: &timeline.Origin{Kind: timeline.UnknownRecord, Name: kind},
			Native: &timeline.Record{CLI: cli, Line: 7, Damaged: damaged},
		}
	}
	entries := []*timeline.Entry{
		{ID: "1", Type: timeline.User, Content: timeline.NewText("hi")},
		unknown("ping", "", "claude", false), unknown("brief", "the plan", "claude", false), unknown("brief", "the plan", "claude", false),
		unknown("ping", "", "codex", false), // which the target takes back as it is
	}
	for range 7 {
		entries = append(entries, unknown("user", "", "claude", true))
	}
	s := sample.Turns()
	s.Entries = timeline.Of(entries...)
	chosen, err := policy.Select(t.Context(), s, codex, policy.Policies{Vendor: vendor})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range chosen.Stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
	}
	var report writers.Report
	chosen.Complete(&report)
	of := func(n int) writers.Amounts { return writers.Amounts{writers.Unread: {Items: n}} }
	want := writers.Losses{
		{What: "records of the kind brief", Why: "stead does not know this kind; the text that was found in it is passed on", Count: 2, Of: of(2)},
		{What: "records of the kind ping", Why: "stead does not know this kind, and found no text in it", Count: 1, Of: of(1)},
		{What: "damaged records of the kind user", Why: "they could not be read: line 7, 7, 7, 7, 7 and 2 more", Count: 7, Of: of(7)},
	}
	if diff := cmp.Diff(want, report.Losses); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if known, arrives := report.Context.Known.Sum().Items, report.Context.Arrives.Sum().Items; known != 12 || arrives != 2 {
		t.Errorf("%d of %d items arrive, want 2 of 12", arrives, known)
	}
}
