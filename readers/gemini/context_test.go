package gemini_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/readers/gemini"
	"stead/timeline"
	writer "stead/writers/gemini"
)

// The context that another CLI's model received is read back unchanged from the messages that Gemini CLI gets for it.
func TestContextComesBackAsItWas(t *testing.T) {
	picture := timeline.Attachment{MediaType: "image/png", Name: "a.png", Data: timeline.NewText("AAAA"), Bytes: 3}
	nameless := picture
	nameless.Name = ""
	for name, entries := range map[string][]*timeline.Entry{
		"a command":                  {sample.Told(timeline.Command, "fix", "/fix 4 2", "Fix issue 4 2.")},
		"a command without its text": {sample.Told(timeline.Command, "fix", "/fix 4 2", "/fix 4 2")},
		"a shell command": {sample.Ended(
			sample.Told(timeline.Shell, "", "make `a\\b`", "no \\ rule `x`"), 2)},
		"a shell command without a word":   {sample.Ended(sample.Told(timeline.Shell, "", "true", ""), 0)},
		"one that nobody knows the end of": {sample.Told(timeline.Shell, "", "ls", "a")},
		"one whose output tells an exit code": {sample.Ended(
			sample.Told(timeline.Shell, "", "x", "Command exited with code 3.\ny"), 0)},
		"one whose output tells that it was silent": {sample.Ended(
			sample.Told(timeline.Shell, "", "x", "(Command produced no output)"), 0)},
		"a file":              {sample.Told(timeline.Mention, "/home/user/a.go", "", "package a\n")},
		"a file of the marks": {sample.Told(timeline.Mention, "a", "", "\n--- Content from referenced files ---")},
		"two files, one of them empty": {sample.Told(timeline.Mention, "b", "", ""),
			sample.Told(timeline.Mention, "a", "", "x")},
		"a picture and a file": {sample.Told(timeline.Mention, "a.png", "", "", picture),
			sample.Told(timeline.Mention, "b", "", "x")},
		"a picture without a name":     {sample.Told(timeline.Mention, "", "", "", nameless)},
		"a text with a picture":        {sample.Told(timeline.Mention, "a.png", "", "a square", picture)},
		"a resource":                   {sample.Told(timeline.Mention, "tracker:ticket://7", "", "open")},
		"something named":              {sample.Told(timeline.Mention, "", "", "text")},
		"what a hook adds to a prompt": {sample.Told(timeline.Hook, "BeforeAgent", "", "</hook_context> tests")},
		"a file and what a hook adds": {sample.Told(timeline.Mention, "b", "", "x"),
			sample.Told(timeline.Hook, "BeforeAgent", "", "tests")},
		"an order":            {sample.Told(timeline.Hook, "Stop", "", "run the tests")},
		"a skill":             {sample.Told(timeline.Skill, "rel", "", "Be short.")},
		"a notification":      {sample.Told(timeline.Notification, "job 7", "", "done")},
		"what an editor says": {sample.Told(timeline.IDE, "/a", "", "one error")},
		"a reminder":          {sample.Told(timeline.Reminder, "", "", "One task is open.")},
		"an interruption":     {sample.Told(timeline.Interruption, "", "", "[Request interrupted by user]")},
	} {
		t.Run(name, func(t *testing.T) {
			told := append([]*timeline.Entry{sample.User("/go is a word")}, entries...)
			lines, got := written(t, append(told, sample.Assistant("done"))...)
			if diff := cmp.Diff(bare(append(told, sample.Assistant("done"))), bare(got)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, lines)
			}
		})
	}
}

// written returns the session that is written for the entries, and the entries that are read back.
func written(t *testing.T, entries ...*timeline.Entry) (string, []*timeline.Entry) {
	t.Helper()
	content, _ := writertest.Encode(t, writer.Writer{}, sample.Conversation(entries...), writertest.Options())
	path := filepath.Join(t.TempDir(), "session-x.jsonl")
	fixtures.Put(t, path, content)
	s, err := gemini.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return string(content), shown(t, s)
}

func shown(t *testing.T, s timeline.Stream) []*timeline.Entry {
	t.Helper()
	var all []*timeline.Entry
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Hidden {
			all = append(all, e)
		}
	}
	return all
}

// bare returns what entries say.
func bare(entries []*timeline.Entry) []timeline.Entry {
	var all []timeline.Entry
	for _, e := range entries {
		all = append(all, timeline.Entry{Type: e.Type, Content: e.Content, Attachments: e.Attachments, Origin: e.Origin})
	}
	return all
}

// Without these marks, the terminal would display text that nobody typed as the user's own words.
func TestOnlyWhatWasTypedIsDrawnAsThePrompt(t *testing.T) {
	lines, _ := written(t,
		sample.User("Look"), sample.Told(timeline.Mention, "a", "", "FILE"), sample.Told(timeline.Hook, "", "", "HOOK"),
		sample.Told(timeline.Command, "fix", "/fix", "Fix it."), sample.Told(timeline.Reminder, "", "",
			"OPEN"), sample.Told(timeline.Interruption, "", "", "STOP"))
	for _, want := range []string{
		`{"text":"<hook_context>HOOK</hook_context>"}],"displayContent":"Look"}`, `"displayContent":"/fix"}`,
		`"type":"info","content":"Reminder: OPEN"}`, `OPEN\n</context>"}],"displayContent":" "}`,
		`"type":"info","content":"Request cancelled."}`, `STOP\n</context>"}],"displayContent":" "}`,
	} {
		if strings.Count(lines, want) != 1 {
			t.Errorf("%s is not there once in\n%s", want, lines)
		}
	}
}

// shownAs returns a message with the text that the terminal displays for it.
func shownAs(id, display string, texts ...string) string {
	return strings.TrimSuffix(user(id, texts...), "}") + `,"displayContent":[` + parts([]string{display}) + `]}`
}

func TestTextsThatNobodyTypedAreKnown(t *testing.T) {
	s := open(t,
		user("1", "<hook_context>freeze</hook_context>\n\nFirst prompt"),
		user("2", "<hook_context> is what?"),
		shownAs("3", "Go on", "Go on", "<hook_context>stage</hook_context>"),
		shownAs("4", "Go on", "run the tests"),
		shownAs("5", "Go on", "Please continue."),
		user("6", "Please continue."),
		user("7", "Here is the user's editor context as a JSON object. This is for your information only.\n```json\n{}\n```"),
		user("8", "I ran the following shell command:\n```sh\nls\n```\nwhy?"),
	)
	var got []string
	for _, e := range shown(t, s) {
		line := "prompt"
		if e.Origin != nil {
			line = string(e.Origin.Kind) + " " + e.Origin.Name
		}
		got = append(got, line+": "+e.Content.Head(20))
	}
	want := []string{
		"hook SessionStart: freeze", "prompt: First prompt", "prompt: <hook_context> is wh", "prompt: Go on",
		"hook BeforeAgent: stage", "hook AfterAgent: run the tests",
		"reminder : Please continue.", "prompt: Please continue.", "ide : Here is the user's e",
		"prompt: I ran the following ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// After a canceled turn, the CLI rewrites the history, with adjacent messages in one. Context that was already read is
// not reported again.
func TestContextThatIsWrittenAnewIsNotToldAgain(t *testing.T) {
	s := open(t,
		user("p", "<session_context>\nx"), user("h", "<hook_context>freeze</hook_context>"),
		shownAs("a", "Look @a", "Look @a", "\n--- Content from referenced files ---", "\nContent from @a:\n", "one",
			"\n--- End of content ---"),
		model("b", `"Seen."`), shownAs("c", "/fix", "Fix", " it"), model("d", `"Fixed."`),
		user("p2", "<session_context>\nx", "<hook_context>freeze</hook_context>", "Look @a",
			"\n--- Content from referenced files ---",
			"\nContent from @a:\n", "one", "\n--- End of content ---"),
		model("b2", `[{"text":"Seen."}]`), user("c2", "Fix", " it"), model("d2", `[{"text":"Fixed."}]`),
	)
	want := []string{"3 user freeze", "4 user Look @a", "4 user one", "5 assistant Seen.", "6 user Fix it",
		"7 assistant Fixed."}
	if diff := cmp.Diff(want, told(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The CLI does not name the pictures and documents that it reads.
func TestAPictureIsNamedByThePrompt(t *testing.T) {
	picture := `{"inlineData":{"mimeType":"image/png","data":"AAAA"}}`
	begin, end := `{"text":"\n--- Content from referenced files ---"}`, `{"text":"\n--- End of content ---"}`
	for prompt, want := range map[string]string{"See @a.png, now": "a.png", "See @a.png": "a.png", "@a.png @b.png": "",
		"me@b": ""} {
		s := open(t, message("1", "user", fmt.Sprintf(`[{"text":%q},%s,%s,%s]`, prompt, begin, picture, end)))
		if got := shown(t, s)[1]; got.Origin.Name != want || got.Attachments[0].Name != want {
			t.Errorf("%s: the picture is named %+v, want %s", prompt, got.Origin, want)
		}
	}
}

// If the history was rewritten, only the name of the function is left.
func TestServersOfToolsAreKnownByTheirNameOnTheTerminal(t *testing.T) {
	s := open(t, user("u", "go"),
		`{"id":"m","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"1","name":"mcp_a_b_up","args":{},"displayName":"up (a_b MCP Server)"}]}`,
		`{"id":"n","timestamp":"x","type":"gemini","content":[{"functionCall":{"id":"2","name":"mcp_a_b_up","args":{}}},{"functionCall":{"id":"3","name":"mcp_c_d","args":{}}}]}`)
	var got []string
	for _, e := range shown(t, s)[1:] {
		got = append(got, e.OriginalTool)
	}
	if diff := cmp.Diff([]string{"mcp__a_b__up", "mcp__a_b__up", "mcp_c_d"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
