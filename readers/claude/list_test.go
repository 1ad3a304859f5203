package claude_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/claude"
	"stead/timeline"
)

func TestARowIsMadeFromTheEndsOfAFile(t *testing.T) {
	about := `"cwd":"/home/user/demo","gitBranch":"main","version":"2.1.197","entrypoint":"sdk-cli",`
	first := strings.Replace(user("u", "", "First line\\nsecond"), `"uuid"`, about+`"uuid"`, 1)
	long := user("v", "a", strings.Repeat("x", 300_000))
	row := timeline.Summary{CLI: "claude", ID: sid, Project: "/home/user/demo", Branch: "main", Title: "First line",
		Model: "claude-opus-4-8", Version: "2.1.197"}
	titled := func(title string) timeline.Summary { r := row; r.Title = title; return r }
	for name, test := range map[string]struct {
		records []string
		want    timeline.Summary
	}{
		"the first prompt is the title, sessions of -p included": {[]string{first, says("a", "u", "m", "x")}, row},
		"the CLI's title is better": {
			[]string{first, says("a", "u", "m", "x"), `{"type":"ai-title","aiTitle":"Generated"}`}, titled("Generated")},
		"the user's title is best": {
			[]string{first, says("a", "u", "m", "x"), `{"type":"custom-title","customTitle":"Mine"}`,
				`{"type":"ai-title","aiTitle":"Generated"}`}, titled("Mine")},
		"a long record in between": {
			[]string{first, says("a", "u", "m", "x"), long, says("b", "v", "n", "y")}, row},
		"a long record in the front": {
			[]string{`{"type":"attachment","attachment":{"type":"skill_listing","content":"` + strings.Repeat("x", 9000) +
				`"}}`, first, says("a", "u", "m", "x")}, row},
		"a prompt longer than any window": {[]string{strings.Replace(user("u", "", strings.Repeat("y", 600_000)), `"type"`,
			about+`"type"`, 1), says("a", "u", "m", "x")},
			titled(strings.Repeat("y", 119) + "…")},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			put(t, filepath.Join(root, "projects", "-some-folder", sid+".jsonl"), strings.Join(test.records, "\n")+"\n")
			for got, err := range readers.List(context.Background(), claude.Reader{}, adapter.Store{Root: root},
				readers.Query{}) {
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(got, "Path", "Bytes", "Created", "Updated")); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// A fork begins with the record of its original. So it is known by the head of its file, also where the first prompt is
// longer than that.
func TestAForkIsMarkedAsItsOriginalIs(t *testing.T) {
	const prompt, record = "01247187-60e6-453a-8bc4-0987a03dd08f", "390369e5-4fb3-449f-9f50-3ba783a43ac1"
	root := func(id, content string) string {
		return `{"parentUuid":null,"isSidechain":false,"promptId":"` + prompt +
			`","type":"user","message":{"role":"user","content":"` + content + `"},"uuid":"` + id + `"}`
	}
	side := strings.Replace(root(record, "go"), `"isSidechain":false`, `"isSidechain":true`, 1)
	for name, test := range map[string]struct{ content, want string }{
		"an original":                   {string(fixtures.Read(t, "claude/text.jsonl")), record},
		"its fork":                      {string(fixtures.Read(t, "claude/fork-child.jsonl")), record},
		"a long prompt":                 {root(record, strings.Repeat("y", 600_000)), prompt},
		"an answer before its prompt":   {says("a", "u", "m", "x") + "\n" + root(record, "go"), record},
		"another root behind it":        {root("u1", "go") + "\n" + root(record, "go"), prompt},
		"a root at the end":             {user("v", "u", strings.Repeat("y", 600_000)) + "\n" + root(record, "go"), ""},
		"a sub-agent's records":         {side + "\n" + user("v", "u", "go"), ""},
		"ids that other programs write": {strings.Replace(root("u1", "go"), prompt, "1", 1), ""},
	} {
		path := filepath.Join(t.TempDir(), "projects", "p", sid+".jsonl")
		put(t, path, test.content+"\n")
		for s, err := range (claude.Reader{}).Summaries(t.Context(), readers.Place{Path: path}) {
			if err != nil || s.Begins != test.want {
				t.Errorf("%s begins with %q, %v", name, s.Begins, err)
			}
		}
	}
}

func TestAListIsNarrowed(t *testing.T) {
	root := t.TempDir()
	// Both folders' sessions lie in one: only the records tell them apart.
	for i, cwd := range []string{"/home/a.b", "/home/a-b"} {
		id := strings.Replace(sid, "1", string(rune('2'+i)), 1)
		record := strings.Replace(user("u", "", "go"), `"type"`, `"cwd":"`+cwd+`","type"`, 1)
		put(t, filepath.Join(root, "projects", "-home-a-b", id+".jsonl"), record+"\n")
	}
	count := func(q readers.Query) (n int) {
		for _, err := range readers.List(context.Background(), claude.Reader{}, adapter.Store{Root: root}, q) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	for name, test := range map[string]struct {
		query readers.Query
		want  int
	}{
		"nothing asked":   {readers.Query{}, 2},
		"one folder":      {readers.Query{Project: "/home/a.b"}, 1},
		"one prefix":      {readers.Query{Prefix: "2"}, 1},
		"another folder":  {readers.Query{Project: "/home"}, 0},
		"another session": {readers.Query{Prefix: "9"}, 0},
	} {
		if got := count(test.query); got != test.want {
			t.Errorf("%s: %d sessions, want %d", name, got, test.want)
		}
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDetectTellsQwenFromClaude(t *testing.T) {
	qwen := `{"uuid":"a","parentUuid":null,"sessionId":"s","timestamp":"2026-01-01T10:00:00.000Z","type":"user","message":{"role":"user","parts":[{"text":"go"}]}}`
	for content, want := range map[string]bool{
		qwen:                false,
		user("u", "", "go"): true,
		`{"type":"summary","summary":"Old","leafUuid":"x"}`: true,
		`{"type":"session_meta","payload":{"id":"s"}}`:      false,
		`# notes`: false,
	} {
		if got := (claude.Reader{}).Detect([]byte(content + "\n")); got != want {
			t.Errorf("Detect(%.60s) = %v", content, got)
		}
	}
}

// Whatever a file holds: it is read to its end or refused, and no record of it is lost.
func FuzzOpen(f *testing.F) {
	f.Add(user("u", "", "go") + "\n" + calls("a", "u", "m", "c") + "\n" + result("r", "a", "c", "out") + "\n" + leaf("r"))
	f.Add(user("u", "a", "go") + "\n" + says("a", "u", "m", "x") + "\n\n{\"type\":")
	f.Add(`{"type":"user","uuid":"u","message":{"content":[{"type":"text","text":1},[],null]}}`)
	f.Add(user("x", "", "<bash-input>ls</bash-input>") + "\n" + user("y", "x", "<bash-stdout>a</bash-stdout>") + "\n" +
		user("c", "y", "<command-message>f</command-message>\\n<command-name>/f</command-name>") + "\n" +
		meta("d", "c", `"message":{"content":"f"}`))
	for _, kind := range []string{"file", "directory", "mcp_resource", "diagnostics", "task_reminder", "queued_command",
		"invoked_skills", "relevant_memories"} {
		f.Add(attachment("x", "", `"type":"`+kind+
			`","filename":"/a","content":[{"id":1,"status":"pending"}],"files":[{"diagnostics":[{}]}],"skills":[{}],"memories":[{}]`))
	}
	f.Add(strings.Replace(user("s", "", "look"), `"type"`, `"isSidechain":true,"type"`, 1) + "\n" + user("u", "", "go"))
	f.Fuzz(func(t *testing.T, content string) {
		path := filepath.Join(t.TempDir(), sid+".jsonl")
		put(t, path, content)
		stream, err := claude.Reader{}.Open(context.Background(), adapter.Location{Path: path})
		if err != nil {
			if !errors.Is(err, adapter.ErrFormat) && !errors.Is(err, adapter.ErrEmpty) {
				t.Fatal(err)
			}
			return
		}
		for _, child := range stream.Children {
			_ = entries(t, child)
		}
		lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
		for _, e := range entries(t, stream) {
			if e.Native.Raw == nil {
				continue
			}
			if want := lines[e.Native.Line-1]; string(e.Native.Raw) != want {
				t.Fatalf("line %d is %q, want %q", e.Native.Line, e.Native.Raw, want)
			}
			lines[e.Native.Line-1] = "\x00seen"
		}
		for i, line := range lines {
			if line != "\x00seen" {
				t.Errorf("line %d is lost: %q", i+1, line)
			}
		}
	})
}
