package gemini_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/gemini"
	"stead/timeline"
)

const header = `{"sessionId":"01020304-0000-4000-8000-000000000000","projectHash":"x","startTime":"2026-11-20T10:00:00.000Z"}`

// Lines of a session. The texts of parts are joined.
func user(id string, texts ...string) string { return message(id, "user", "["+parts(texts)+"]") }

func model(id, content string) string { return message(id, "gemini", content) }

func message(id, kind, content string) string {
	return fmt.Sprintf(`{"id":%q,"timestamp":"2026-11-20T10:00:00.000Z","type":%q,"content":%s}`, id, kind, content)
}

func parts(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, fmt.Sprintf(`{"text":%q}`, text))
	}
	return strings.Join(all, ",")
}

func snapshot(messages ...string) string {
	return `{"$set":{"messages":[` + strings.Join(messages, ",") + `]}}`
}

func called(id, name string) string {
	return fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q,"args":{"file_path":"a"}}}`, id, name)
}

func answered(id, name, output string) string {
	return fmt.Sprintf(`{"functionResponse":{"id":%q,"name":%q,"response":{"output":%q}}}`, id, name, output)
}

func open(t *testing.T, lines ...string) timeline.Stream {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session-x.jsonl")
	fixtures.Put(t, path, []byte(strings.Join(append([]string{header}, lines...), "\n")+"\n"))
	s, err := gemini.Reader{}.Open(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// told returns the visible entries: type, content or output, and the branch.
func told(t *testing.T, s timeline.Stream) []string {
	t.Helper()
	var all []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Hidden {
			continue
		}
		line := fmt.Sprintf("%d %s %s", e.Native.Line, e.Type, e.Content.String()+e.Output.String()+e.OriginalTool)
		if e.Branch != "" {
			line += " (" + e.Branch + ")"
		}
		all = append(all, line)
	}
	return all
}

func TestWhatIsWrittenAgainIsToldOnce(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"the answer gets its calls": {
			[]string{user("u", "go"), model("g", `"I look."`), strings.Replace(model("g", `"I look."`), `"content"`,
				`"toolCalls":[{"id":"c","name":"read_file","args":{"file_path":"a"},"status":"success","result":[`+
					answered("c", "read_file", "A")+`]}],"content"`, 1),
				message("r", "user", "["+answered("c", "read_file", "A")+"]")},
			[]string{"2 user go", "3 assistant I look.", "4 tool_call read_file", "4 tool_result A"},
		},
		"a resume": {
			[]string{user("u", "go"), model("g", "["+called("c", "read_file")+"]"),
				message("r", "user", "["+answered("c", "read_file", "A")+"]"),
				snapshot(user("u", "go"), model("g", "["+called("c", "read_file")+"]"),
					message("g_response", "user", "["+answered("c", "read_file", "masked")+"]"),
					message("r", "user", "["+answered("c", "read_file", "A")+"]")), user("v", "on")},
			[]string{"2 user go", "3 tool_call read_file", "4 tool_result A", "6 user on"},
		},
		"all anew under other ids, after a cancelled turn": {
			[]string{user("u", "go"), model("g", `"Done <!-- secret -->"`), user("v", "stop this"),
				user("n1", "<session_context>\nx", "go"), model("n2", `[{"text":"Done\n"}]`),
				snapshot(user("n1", "<session_context>\nx", "go"), model("n2", `[{"text":"Done\n"}]`)), user("w", "go")},
			[]string{"2 user go", "3 assistant Done <!-- secret -->", "4 user stop this (dropped-1)", "8 user go"},
		},
		"the same text twice is two prompts": {
			[]string{user("u", "yes"), model("g", `"ok"`), user("v", "yes"), model("h", `"ok"`)},
			[]string{"2 user yes", "3 assistant ok", "4 user yes", "5 assistant ok"},
		},
		"a snapshot of the surroundings alone": {
			[]string{user("u", "go"), model("g", `"ok"`), snapshot(user("e", "<session_context>\nx")), user("v", "on")},
			[]string{"2 user go", "3 assistant ok", "5 user on"},
		},
		"a rewind": {
			[]string{user("u", "go"), model("g", `"ok"`), user("v", "wrong"), model("h", `"bad"`), `{"$rewindTo":"v"}`,
				user("w", "right")},
			[]string{"2 user go", "3 assistant ok", "4 user wrong (dropped-1)", "5 assistant bad (dropped-1)", "7 user right"},
		},
		"calls without ids": {
			[]string{user("u", "go"), model("g",
				`[{"functionCall":{"name":"glob","args":{}}},{"functionCall":{"name":"glob","args":{}}}]`),
				message("r", "user",
					`[{"functionResponse":{"name":"glob","response":{"output":"A"}}},{"functionResponse":{"name":"glob","response":{"output":"B"}}}]`)},
			[]string{"2 user go", "3 tool_call glob", "3 tool_call glob", "4 tool_result A", "4 tool_result B"},
		},
		"another text under the same id": {
			[]string{user("u", "go"), model("g", `"first"`), model("g", `"second"`)},
			[]string{"2 user go", "3 assistant first (dropped-1)", "4 assistant second"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, told(t, open(t, c.lines...))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSummaryKeepsWhatStaysBesideIt(t *testing.T) {
	s := open(t, user("u", "go"), model("g", `"ok"`), user("v", "more"), model("h", `"done"`),
		snapshot(user("e", "<session_context>\nx"), user("s", "<state_snapshot>all</state_snapshot>"),
			model("y", `"Got it. Thanks for the additional context!"`), user("n", "more"), model("m", `[{"text":"done"}]`)),
		user("w", "on"))
	want := []string{"2 user go", "3 assistant ok", "4 user more", "5 assistant done",
		"6 system <state_snapshot>all</state_snapshot>", "7 user on"}
	if diff := cmp.Diff(want, told(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for e := range s.Entries {
		if e.Compaction != nil {
			if diff := cmp.Diff([]string{"v", "h"}, e.Compaction.Keeps); diff != "" {
				t.Errorf("keeps (-want +got):\n%s", diff)
			}
		}
	}
}

// TestSummaryThatRepeatsAnAnswerIsASummary has a summary with exactly the words of an earlier answer.
func TestSummaryThatRepeatsAnAnswerIsASummary(t *testing.T) {
	s := open(t, user("u", "go"), model("g", `"Answer."`),
		snapshot(user("s", "Answer."), model("y", `"Got it. Thanks for the additional context!"`)), user("w", "on"))
	want := []string{"2 user go", "3 assistant Answer.", "4 system Answer.", "5 user on"}
	if diff := cmp.Diff(want, told(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTailTellsTurns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session-x.jsonl")
	fixtures.Put(t, path, []byte(header+"\n"))
	tail, err := gemini.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, step := range []struct {
		line string
		want readers.Turn
	}{
		{user("u", "go"), readers.TurnStarted},
		{`{"$set":{"lastUpdated":"2026-11-20T10:00:00.000Z"}}`, ""},
		{model("g", `"I look."`), readers.TurnCompleted},
		{model("g", `[{"text":"I look."},`+called("c", "glob")+`]`), readers.TurnStarted},
		{message("r", "user", "["+answered("c", "glob", "A")+"]"), readers.TurnStarted},
		{model("h", `"Found."`), readers.TurnCompleted},
		{`{"$set":{"sessionId":"01020304-0000-4000-8000-000000000000"}}`, readers.TurnExpected},
		{user("v", "on"), readers.TurnStarted},
		{message("i", "info", `"Request cancelled."`), readers.TurnInterrupted},
		{snapshot(user("u", "go")), readers.TurnFailed},
		{message("x", "error", `"[API Error]"`), readers.TurnFailed},
	} {
		fmt.Fprintln(file, step.line)
		progress, err := tail.Next(context.Background())
		if err != nil || progress.Turn != step.want {
			t.Errorf("%.80s: turn %q, %v; want %q", step.line, progress.Turn, err, step.want)
		}
	}
}

// TestListLeavesOutStrays lists a session next to the files that the CLI left when it resumed it, and next to the old
// form of a converted session.
func TestListLeavesOutStrays(t *testing.T) {
	root := t.TempDir()
	chats := filepath.Join(root, "tmp", "demo", "chats")
	talk := strings.Join([]string{header, user("u", "go"), ""}, "\n")
	fixtures.Put(t, filepath.Join(chats, "session-2026-11-20T10-00-01020304.jsonl"), []byte(talk))
	fixtures.Put(t, filepath.Join(chats, "session-2026-11-20T10-00-01020304.json"), []byte("{\n\"sessionId\":\"old\"}"))
	stray := strings.Join([]string{header, snapshot(user("e", "<session_context>\nx")), ""}, "\n")
	fixtures.Put(t, filepath.Join(chats, "session-2026-11-20T11-00-01020304.jsonl"), []byte(stray))
	var found []string
	for s, err := range readers.List(context.Background(), gemini.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, filepath.Base(s.Path)+" "+s.Title)
	}
	if diff := cmp.Diff([]string{"session-2026-11-20T10-00-01020304.jsonl go"}, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestListGoesOnBesideWhatCannotBeRead puts a link out of the store, and a folder in place of a file, next to a
// session.
func TestListGoesOnBesideWhatCannotBeRead(t *testing.T) {
	root, outside := t.TempDir(), filepath.Join(t.TempDir(), "session-2026-11-20T10-00-0a0b0c0d.jsonl")
	chats := filepath.Join(root, "tmp", "demo", "chats")
	talk := []byte(strings.Join([]string{header, user("u", "go"), ""}, "\n"))
	fixtures.Put(t, outside, talk)
	fixtures.Put(t, filepath.Join(chats, "session-2026-11-20T12-00-01020304.jsonl"), talk)
	fixtures.Put(t, filepath.Join(root, "tmp", "file-in-place-of-a-folder"), nil)
	link := filepath.Join(chats, filepath.Base(outside))
	testkit.Link(t, outside, link)
	found, failed := 0, 0
	for s, err := range readers.List(context.Background(), gemini.Reader{}, adapter.Store{Root: root}, readers.Query{}) {
		switch {
		case err == nil && strings.HasPrefix(s.ID, "01020304"):
			found++
		case errors.Is(err, readers.ErrOutside) && strings.Contains(err.Error(), link):
			failed++
		default:
			t.Errorf("listed %+v, %v", s, err)
		}
	}
	if found != 1 || failed != 1 {
		t.Errorf("%d sessions and %d errors", found, failed)
	}
}

func TestStrayAloneIsEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session-x.jsonl")
	fixtures.Put(t, path, []byte(header+"\n"+snapshot(user("e", "<session_context>\nx"))+"\n"))
	if _, err := (gemini.Reader{}).Open(context.Background(), adapter.Location{Path: path}); !errors.Is(err,
		adapter.ErrEmpty) {
		t.Errorf("the error is %v", err)
	}
}

// TestProjectIsFound opens a session whose folder has no marker, and whose registry contains only its hash.
func TestProjectIsFound(t *testing.T) {
	const hash = "0db798e2d8a558b0f470a157b7873295df3f2e6a3e24d3436b87b9adac467bbe" // of /home/user/demo-gemini
	for name, c := range map[string]struct{ slug, registry string }{
		"by the registry": {"demo-gemini-1",
			`{"projects":{"/home/user/other":"other","/home/user/demo-gemini":"demo-gemini-1"}}`},
		"by the hash":         {hash, `{"projects":{"/home/user/demo-gemini":"demo-gemini"}}`},
		"by what it was told": {"demo", `not JSON`},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			path := filepath.Join(root, "tmp", c.slug, "chats", "session-x.jsonl")
			fixtures.Put(t, filepath.Join(root, "projects.json"), []byte(c.registry))
			fixtures.Put(t, path, fixtures.Read(t, "gemini/plain.jsonl"))
			s, err := gemini.Reader{}.Open(context.Background(), adapter.Location{Path: path})
			if err != nil || s.Header.Project.Path != "/home/user/demo-gemini" {
				t.Errorf("project %q, %v", s.Header.Project.Path, err)
			}
		})
	}
}
