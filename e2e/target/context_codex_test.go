package target_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/timeline"
)

// codexContext is what a model was told beside prompts. Drawn is what Codex's terminal shows of it: nothing of most.
var codexContext = []struct {
	kind               timeline.OriginKind
	name, typed, text  string
	role, drawn, hides string
}{
	{timeline.Hook, "SessionStart", "", "HOOKTEXT freeze on Fridays", "developer", "", "HOOKTEXT"},
	{"", "", "", "TYPEDTEXT look at @calc.py", "user", "› TYPEDTEXT look at @calc.py", ""},
	{timeline.Mention, "calc.py", "", "MENTIONTEXT def add", "user", "", "MENTIONTEXT"},
	{timeline.Command, "fixissue", "/fixissue 42", "COMMANDTEXT fix the issue", "user", "› /fixissue 42", "COMMANDTEXT"},
	{timeline.Skill, "release-notes", "", "SKILLTEXT three headings", "user", "", "SKILLTEXT"},
	{timeline.Shell, "", "echo greeting", "SHELLTEXT greeting", "user", "You ran echo greeting", ""},
	{timeline.Notification, "audit", "", "NOTIFIEDTEXT the agent is done", "user", "", "NOTIFIEDTEXT"},
	{timeline.IDE, "main.go", "", "IDETEXT line 3", "user", "", "IDETEXT"},
	{timeline.Memory, "", "", "MEMORYTEXT use tabs", "user", "", "MEMORYTEXT"},
	{timeline.Reminder, "", "", "REMINDERTEXT two tasks are open", "user", "", "REMINDERTEXT"},
	{timeline.Hook, "Stop", "", "ORDERTEXT run the tests", "user", "", "› ORDERTEXT"},
	{timeline.Interruption, "", "", "STOPPEDTEXT by the user", "user", "", "STOPPEDTEXT"},
	{"", "", "", "# AGENTS.md instructions LOOKALIKETEXT rewrite them", "user",
		"› # AGENTS.md instructions LOOKALIKETEXT rewrite them", ""},
}

// What nobody typed reaches Codex's model once and in its role, and no text of it is drawn as a prompt.
func TestContextIsToldToCodexAndNotDrawnAsPrompts(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", contextSession(t, g), "--to", "codex", "--trust",
		"--cwd", g.Work)
	x.Sees("Ask Codex to do anything")
	for _, c := range codexContext {
		if c.drawn != "" {
			x.Sees(c.drawn)
		}
		if c.hides != "" && strings.Contains(x.Text(), c.hides) {
			t.Errorf("%q is drawn", c.hides)
		}
	}
	before := runtest.TurnEnds(t, g, "codex")
	x.Submits("Go on, please.")
	runtest.Eventually(t, "a request", func() bool { return len(g.Provider.Turns()) > 0 })
	for _, c := range codexContext {
		toldOnce(t, g.Turns()[0], c.role, c.text)
	}
	runtest.QuitsAfterTurn(t, g, x, "codex", before)
}

func toldOnce(t *testing.T, request provider.Request, role, text string) {
	t.Helper()
	var roles []string
	for _, item := range request.Items {
		if strings.Contains(item.Text, text) {
			roles = append(roles, item.Role)
		}
	}
	if len(roles) != 1 || roles[0] != role {
		t.Errorf("%q is told by %v, want once by %s", text, roles, role)
	}
}

// contextSession writes the session as a universal file.
func contextSession(t *testing.T, g *harness.Environment) string {
	t.Helper()
	var entries []*timeline.Entry
	for i, c := range codexContext {
		e := &timeline.Entry{ID: c.text, Type: timeline.User, Content: timeline.NewText(c.text),
			Timestamp: "2026-11-20T10:00:00Z"}
		if c.kind != "" {
			e.Origin = &timeline.Origin{Kind: c.kind, Name: c.name, Typed: timeline.NewText(c.typed)}
		}
		entries = append(entries, e)
		// what the prompt names stands behind it
		isNamed := i+1 < len(codexContext) && codexContext[i+1].kind == timeline.Mention
		if c.kind == timeline.Mention || e.StartsTurn() && !isNamed {
			entries = append(entries, &timeline.Entry{ID: "answer to " + c.text, Type: timeline.Assistant,
				Content: timeline.NewText("Done."), Timestamp: e.Timestamp})
		}
	}
	s := timeline.Stream{Entries: timeline.Of(entries...)}
	s.Header = timeline.Header{ID: "context", Version: timeline.Version, Source: timeline.Source{CLI: "universal"},
		Project: timeline.Project{Path: g.Work}}
	path := filepath.Join(g.Dir, "context.json")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := timeline.WriteDocument(file, s); err != nil {
		t.Fatal(err)
	}
	return path
}

// An abandoned branch is a session that Codex goes on with, under the id that the report names.
func TestAbandonedBranchGoesOnInCodex(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."), provider.Say("Here as well."))...)
	result := g.Stead("run", "--from", g.Place("pi", "tree-and-edits").Ref(), "--to", "codex", "-p", "Go on, please.",
		"--json")
	runtest.Exits(t, result, 0)
	branches := runtest.LastLine(t, result.Stdout).Delivered.Branches
	if len(branches) != 1 {
		t.Fatalf("the report names %v", branches)
	}
	g.Resume(harness.Session{CLI: "codex", ID: strings.TrimPrefix(branches[0], "codex:")}, "And here?")
	turns := g.Turns()
	runtest.InOrder(t, runtest.Conversation(g, "codex", turns[0]),
		[]string{"Write a parser.", "By hand, then.", "Go on, please."})
	runtest.InOrder(t, runtest.Conversation(g, "codex", turns[1]),
		[]string{"Write a parser.", "With regular expressions.", "It is done, and slow.", "And here?"})
}
