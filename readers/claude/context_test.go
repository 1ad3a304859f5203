package claude_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/readers/claude"
	"stead/timeline"
	writer "stead/writers/claude"
)

// What another CLI's model was told is read back from the records that Claude Code gets for it as it was.
func TestContextComesBackAsItWas(t *testing.T) {
	two := 2
	failed := sample.Told(timeline.Shell, "", "make <all>", "make: *** <no rule> & \"end\"")
	failed.Origin.ExitCode = &two
	picture := timeline.Attachment{MediaType: "image/png", Name: "/home/user/demo/a.png", Data: timeline.NewText("AAAA"),
		Bytes: 3}
	nameless := picture
	nameless.Name = ""
	document := timeline.Attachment{MediaType: "application/pdf", Name: "/home/user/demo/a.pdf",
		Data: timeline.NewText("AAAA"), Bytes: 3}
	for name, e := range map[string]*timeline.Entry{
		"a command":                      sample.Told(timeline.Command, "fix", "/fix 4 2", "Fix issue 4 2."),
		"a command without its text":     sample.Told(timeline.Command, "fix", "/fix 4 2", "/fix 4 2"),
		"a command with a picture":       sample.Told(timeline.Command, "fix", "/fix", "Fix it.", nameless),
		"a shell command":                failed,
		"a shell command of two lines":   sample.Told(timeline.Shell, "", "echo a\n", "a\n"),
		"an editor's line":               sample.Told(timeline.IDE, "", "", "one error\n"),
		"a shell command without a word": sample.Told(timeline.Shell, "", "true", ""),
		"output without a command":       sample.Told(timeline.Shell, "", "", "out"),
		"a file":                         sample.Told(timeline.Mention, "/home/user/demo/a.go", "", "package a\n"),
		"some lines of a file":           sample.Told(timeline.Mention, "/home/user/demo/a.go#L3-4", "", "a\nb"),
		"a folder":                       sample.Told(timeline.Mention, "/home/user/demo/docs/", "", "a\nb"),
		"a picture":                      sample.Told(timeline.Mention, "/home/user/demo/a.png", "", "", picture),
		"a document":                     sample.Told(timeline.Mention, "/home/user/demo/a.pdf", "", "", document),
		"a resource":                     sample.Told(timeline.Mention, "tracker:ticket://7", "", "open"),
		"something named":                sample.Told(timeline.Mention, "", "", "text"),
		"a text with a picture":          sample.Told(timeline.Mention, "/home/user/demo/a.png", "", "a square", nameless),
		"a skill":                        sample.Told(timeline.Skill, "rel", "", "Be short."),
		"a skill of this CLI": sample.Told(timeline.Skill, "rel", "",
			"Base directory for this skill: /s/rel\n\nBe short."),
		"a hook":                        sample.Told(timeline.Hook, "PostToolUse:Edit", "", "two\nlines"),
		"a hook without an event":       sample.Told(timeline.Hook, "", "", "lines"),
		"an order":                      sample.Told(timeline.Hook, "Stop", "", "run the tests"),
		"a notification":                sample.Told(timeline.Notification, "job 7", "", "done"),
		"a notification without a name": sample.Told(timeline.Notification, "", "", "done"),
		"a notification of this CLI": sample.Told(timeline.Notification, "a1", "",
			"<task-id>a1</task-id>\n<summary>done</summary>"),
		"what an editor says":           sample.Told(timeline.IDE, "", "", "one error"),
		"what an editor says of a file": sample.Told(timeline.IDE, "/a", "", "one error"),
		"a file in an editor":           sample.Told(timeline.IDE, "/a", "", "The user opened the file /a in the IDE."),
		"lines in an editor": sample.Told(timeline.IDE, "/a", "",
			"The user selected the lines 1 to 2 from /a:\nb\nc"),
		"a memory":                         sample.Told(timeline.Memory, "/d/AGENTS.md", "", "Use tabs."),
		"a memory without a name":          sample.Told(timeline.Memory, "", "", "Use tabs."),
		"a reminder":                       sample.Told(timeline.Reminder, "", "", "One task is open."),
		"a reminder of a file":             sample.Told(timeline.Reminder, "/a", "", "It changed."),
		"an interruption":                  sample.Told(timeline.Interruption, "", "", "[Request interrupted by user]"),
		"an interruption of another CLI's": sample.Told(timeline.Interruption, "", "", "The user stopped you."),
	} {
		t.Run(name, func(t *testing.T) {
			source := sample.Conversation(sample.User("go"), e, sample.Assistant("done"))
			want := *e
			content, report := writertest.Encode(t, writer.Writer{}, source, writertest.Options())
			if len(report.Losses) > 0 {
				t.Errorf("losses %v", report.Losses)
			}
			path := filepath.Join(t.TempDir(), sid+".jsonl")
			fixtures.Put(t, path, content)
			stream, err := claude.Reader{}.Open(t.Context(), adapter.Location{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			var got []*timeline.Entry
			for _, e := range entries(t, stream) {
				if !e.Hidden {
					got = append(got, e)
				}
			}
			if len(got) != 3 || got[0].Content.String() != "go" || got[2].Content.String() != "done" {
				t.Fatalf("read back %d entries of\n%s", len(got), content)
			}
			back := timeline.Entry{Type: got[1].Type, Content: got[1].Content, Attachments: got[1].Attachments,
				Origin: got[1].Origin}
			asked := timeline.Entry{Type: want.Type, Content: want.Content, Attachments: want.Attachments, Origin: want.Origin}
			if diff := cmp.Diff(asked, back); diff != "" {
				t.Errorf("%s\n%s", diff, content)
			}
		})
	}
}

// A branch that was abandoned in another CLI is one in Claude Code's tree, wherever the source tells it.
func TestAnAbandonedBranchIsASibling(t *testing.T) {
	of := func(branch string, e *timeline.Entry) *timeline.Entry {
		e.Branch = branch
		return e
	}
	source := sample.Conversation(
		of("one", sample.User("first")), of("one", sample.Assistant("gone")),
		sample.User("go"), sample.Command("c"),
		of("two", sample.User("wrong")), of("two", sample.Command("d")), of("two", sample.Result("d", "lost")),
		of("two", sample.Command("e")),
		sample.Result("c", "out"), sample.Assistant("done"), sample.User("on"), sample.Assistant("good"),
		of("three", sample.User("last")),
	)
	source.Header.Branches = []timeline.Branch{{ID: "one", Entries: 2}, {ID: "two", ParentID: "c", Entries: 4},
		{ID: "three", ParentID: "entry-9", Entries: 1}}
	content, _ := writertest.Encode(t, writer.Writer{}, source, writertest.Options())
	path := filepath.Join(t.TempDir(), sid+".jsonl")
	fixtures.Put(t, path, content)
	stream, err := claude.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"user first branch-1", "assistant gone branch-1", "user go", "tool_call c", "tool_result c out",
		"user wrong branch-2", "tool_call d branch-2", "tool_result d lost branch-2", "tool_call e branch-2",
		"tool_result e No result of this call was recorded. branch-2",
		"assistant done", "user on", "assistant good", "user last branch-3",
	}
	if diff := cmp.Diff(want, shown(t, stream)); diff != "" {
		t.Errorf("%s\n%s", diff, content)
	}
	words := map[string]string{"c": "c"}
	for _, e := range entries(t, stream) {
		words[e.ID] += e.Content.String()
	}
	for i, want := range []string{"", "c", "done"} {
		if got := words[stream.Header.Branches[i].ParentID]; got != want {
			t.Errorf("branch %d left at %q, want %q", i+1, got, want)
		}
	}
}

// What comes after a session follows its last answer, which Claude Code may have written before the prompt.
func TestANewPromptFollowsTheLastAnswer(t *testing.T) {
	stream := open(t, says("a", "u", "m", "done"), user("u", "", "go"))
	told := entries(t, stream)
	stream.Entries = timeline.Of(append(told, &timeline.Entry{ID: "n", Type: timeline.User,
		Content: timeline.NewText("on")})...)
	content, _ := writertest.Encode(t, writer.Writer{}, stream, writertest.Options())
	path := filepath.Join(t.TempDir(), sid+".jsonl")
	fixtures.Put(t, path, content)
	back, err := claude.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"user go", "assistant done", "user on"}, shown(t, back)); diff != "" {
		t.Error(diff)
	}
}
