package qwen_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	writer "stead/writers/qwen"
)

// The context that another CLI's model received is read back unchanged from the records that Qwen Code gets for it.
func TestContextComesBackAsItWas(t *testing.T) {
	picture := timeline.Attachment{MediaType: "image/png", Name: "a.png", Data: timeline.NewText("AAAA"), Bytes: 3}
	failed := sample.Told(timeline.Shell, "", "make", "no rule")
	failed.Origin.ExitCode = new(2)
	for name, entries := range map[string][]*timeline.Entry{
		"a command":                  {sample.Told(timeline.Command, "fix", "/fix 4 2", "Fix issue 4 2.")},
		"a command without its text": {sample.Told(timeline.Command, "fix", "/fix 4 2", "/fix 4 2")},
		"a shell command":            {failed},
		"a file":                     {sample.Told(timeline.Mention, "/home/user/a.go", "", "package a\n")},
		"a file of the marks":        {sample.Told(timeline.Mention, "a", "", "\n--- Content from referenced files ---")},
		"two files, one of them empty": {sample.Told(timeline.Mention, "b", "", ""),
			sample.Told(timeline.Mention, "a", "", "x")},
		"a picture and a file": {sample.Told(timeline.Mention, "a.png", "", "", picture),
			sample.Told(timeline.Mention, "b", "", "x")},
		"a text with a picture":        {sample.Told(timeline.Mention, "a.png", "", "a square", picture)},
		"what a hook adds to a prompt": {sample.Told(timeline.Hook, "UserPromptSubmit", "", "run the tests")},
		"a file and what a hook adds": {sample.Told(timeline.Mention, "b", "", "x"),
			sample.Told(timeline.Hook, "UserPromptSubmit", "", "tests")},
		"a file behind a hook": {sample.Told(timeline.Hook, "UserPromptSubmit", "", "tests"),
			sample.Told(timeline.Mention, "b", "", "x")},
		"a command with a hook": {sample.Told(timeline.Command, "fix", "/fix", "Fix it."),
			sample.Told(timeline.Hook, "UserPromptSubmit", "", "x")},
		"an order":       {sample.Told(timeline.Hook, "Stop", "", "run the tests")},
		"a skill":        {sample.Told(timeline.Skill, "rel", "", "Be short.")},
		"a notification": {sample.Told(timeline.Notification, "job 7", "", "done")},
		"a notification of this CLI": {sample.Told(timeline.Notification, "a1", "",
			"<task-id>a1</task-id>\n<summary>done</summary>")},
		"what an editor says": {sample.Told(timeline.IDE, "/a", "", "one error")},
		"a reminder":          {sample.Told(timeline.Reminder, "", "", "One task is open.")},
		"an interruption":     {sample.Told(timeline.Interruption, "", "", "[Request interrupted by user]")},
	} {
		t.Run(name, func(t *testing.T) {
			want := append(append([]*timeline.Entry{sample.User("/go is a word")}, entries...), sample.Assistant("done"))
			content, _ := writertest.Encode(t, writer.Writer{}, sample.Conversation(want...), writertest.Options())
			_, got := open(t, put(t, strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")...))
			if diff := cmp.Diff(bare(want), bare(got)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, content)
			}
		})
	}
}

// bare returns what the entries that are not hidden say.
func bare(entries []*timeline.Entry) []timeline.Entry {
	var all []timeline.Entry
	for _, e := range entries {
		if !e.Hidden {
			all = append(all, timeline.Entry{Type: e.Type, Content: e.Content, Attachments: e.Attachments, Origin: e.Origin})
		}
	}
	return all
}

// Without these marks, the terminal would display text that nobody typed as the user's own words.
func TestOnlyWhatWasTypedIsDrawnAsThePrompt(t *testing.T) {
	content, _ := writertest.Encode(t, writer.Writer{}, sample.Conversation(
		sample.User("Look"), sample.Told(timeline.Mention, "a", "", "FILE"), sample.Told(timeline.Hook, "", "", "HOOK"),
		sample.Told(timeline.Command, "fix", "/fix", "Fix it."), sample.Told(timeline.Reminder, "", "",
			"OPEN"), sample.Told(timeline.Shell, "", "make", "OUT")), writertest.Options())
	for _, want := range []string{
		`"systemPayload":{"filesRead":["a"],"status":"success","userText":"Look"}`,
		`"systemPayload":{"displayText":"Look","hookContext":"HOOK"}`,
		`"systemPayload":{"displayText":"/fix","hookContext":""}`, `"systemPayload":{"displayText":"Reminder: OPEN"}`,
		`"systemPayload":{"displayText":"Shell: !make"}`,
	} {
		if strings.Count(string(content), want) != 1 {
			t.Errorf("%s is not there once in\n%s", want, content)
		}
	}
}

func TestASlashCommandIsWhatItsTextStandsFor(t *testing.T) {
	slash := func(id, parent, typed, outputs string) string {
		return record(id, parent, "system", `"subtype":"slash_command","systemPayload":{"phase":"result","rawCommand":"`+
			typed+`","outputHistoryItems":[`+outputs+`]}`)
	}
	for name, c := range map[string]struct{ command, want string }{
		"a command":                        {slash("a", "null", "/fix 4", ""), "fix /fix 4"},
		"one that drew something":          {slash("a", "null", "/about", `{"type":"about"}`), ""},
		"one of the CLI that drew nothing": {slash("a", "null", "/theme", ""), ""},
		"one that goes back":               {slash("a", "null", "/rewind", ""), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, entries := open(t, put(t, c.command, record("b", "a", "user", said("user", "Fix it")),
				record("c", "b", "user", said("user", "And?"))))
			first, second := bare(entries)[0].Origin, bare(entries)[1].Origin
			got := ""
			if first != nil {
				got = first.Name + " " + first.Typed.String()
			}
			if got != c.want || second != nil {
				t.Errorf("got %q and %v, want %q", got, second, c.want)
			}
		})
	}
}

// An abandoned branch of the source is read back as a branch. The CLI continues from the last record, which does not
// belong to the branch.
func TestAnAbandonedBranchIsASibling(t *testing.T) {
	left := func(e *timeline.Entry) *timeline.Entry {
		e.Branch = "left"
		return e
	}
	source := sample.Conversation(
		sample.User("one"), sample.Told(timeline.Mention, "a", "", "x"), left(sample.User("wrong")),
		left(sample.Command("b")), left(sample.Result("b", "bad")),
		sample.Command("c"), left(sample.User("more")), sample.Result("c",
			"out"), sample.Assistant("good"), left(sample.User("end")))
	source.Header.Branches = []timeline.Branch{{ID: "left", ParentID: "entry-1", Entries: 5}}
	content, report := writertest.Encode(t, writer.Writer{}, source, writertest.Options())
	_, entries := open(t, put(t, strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")...))
	want := []string{
		"user: one", "user: x", "user: wrong on branch-1", "call b: bash on branch-1", "result b: true bad/ on branch-1",
		"call c: bash", "result c: true out/",
		"user: more on branch-1", "assistant: good", "user: end on branch-1",
	}
	if diff := cmp.Diff(want, told(entries)); diff != "" || report.Entries != 5 {
		t.Errorf("%d entries (-want +got):\n%s\n%s", report.Entries, diff, content)
	}
}

func TestSubAgentsOfOthersAreReadBack(t *testing.T) {
	source := sample.Conversation(sample.User("go"), sample.Command("c"), sample.Result("c", "found"))
	child := sample.Conversation(sample.User("look"), sample.Assistant("found"))
	child.Header.ID, child.Header.Source = "../../agent", timeline.Source{CLI: "claude"}
	child.Header.Lineage = &timeline.Lineage{Kind: timeline.LineageSubagent, At: "c"}
	source.Children = []timeline.Stream{child}
	plan, err := writer.Writer{}.Plan(adapter.Store{CLI: "qwen", Root: t.TempDir()}, source, writertest.Options())
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := writer.Writer{}.Write(t.Context(), plan)
	if err != nil || len(receipt.Losses) > 0 || len(receipt.Files) != 3 {
		t.Fatalf("wrote %v with the losses %v, error %v", receipt.Files, receipt.Losses, err)
	}
	back, _ := open(t, receipt.Path)
	if len(back.Children) != 1 || back.Children[0].Header.Lineage.At != "c" {
		t.Fatalf("read back %+v", back.Children)
	}
	var said []*timeline.Entry
	for e, err := range back.Children[0].Entries {
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, e)
	}
	if diff := cmp.Diff([]string{"user: look", "assistant: found"}, told(said)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The id in the marks distinguishes them from a resource's own text.
func TestAResourceOfAServerIsNamedByThePrompt(t *testing.T) {
	const begin, end = `{"text":"\n--- Content from MCP resource tracker:ticket://7 [9c07f776] ---\n"}`, `--- End of MCP resource tracker:ticket://7 [9c07f776] ---\n"}`
	message := func(parts ...string) string {
		return `"message":{"role":"user","parts":[` + strings.Join(parts, ",") + `]}`
	}
	picture := timeline.Attachment{MediaType: "image/png", Data: timeline.NewText("AAAA"), Bytes: 3}
	for name, c := range map[string]struct {
		parts []string
		want  *timeline.Entry
	}{
		"a text": {[]string{`{"text":"open"}`}, sample.Told(timeline.Mention, "tracker:ticket://7", "", "open")},
		"a text with marks": {
			[]string{`{"text":"\n--- End of MCP resource tracker:ticket://7 [00000000] ---\n"}`},
			sample.Told(timeline.Mention, "tracker:ticket://7", "",
				"\n--- End of MCP resource tracker:ticket://7 [00000000] ---\n"),
		},
		"two texts and a picture": {
			[]string{`{"text":"open"}`, `{"text":"late"}`, `{"inlineData":{"mimeType":"image/png","data":"AAAA"}}`},
			sample.Told(timeline.Mention, "tracker:ticket://7", "", "open\nlate", picture),
		},
	} {
		t.Run(name, func(t *testing.T) {
			parts := append(append([]string{`{"text":"See @tracker:ticket://7"}`, begin}, c.parts...), `{"text":"\n`+end,
				`{"text":"<system-reminder>\nOpen.\n</system-reminder>"}`)
			_, entries := open(t, put(t, record("a", "null", "user", message(parts...))))
			want := []*timeline.Entry{sample.User("See @tracker:ticket://7"), c.want,
				sample.Told(timeline.Reminder, "", "", "Open.")}
			if diff := cmp.Diff(bare(want), bare(entries)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("a part of a text", func(t *testing.T) {
		parts := []string{`{"text":"See @tracker:ticket://7"}`, begin, `{"text":"op"}`,
			`{"text":"\n[Content truncated]\n` + end}
		_, entries := open(t, put(t, record("a", "null", "user", message(parts...))))
		want := []*timeline.Entry{sample.User("See @tracker:ticket://7"),
			sample.Told(timeline.Mention, "tracker:ticket://7", "", "op\n[Content truncated]")}
		if diff := cmp.Diff(bare(want), bare(entries)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
