package gemini_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"stead/adapters/adapter"
	"stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

func TestSlugIsTheCLIsOwn(t *testing.T) {
	const dir = "/home/user/My Demo_1"
	for name, c := range map[string]struct {
		dir   string
		files map[string]string
		want  string
		isNew bool
	}{
		"made from the name":        {dir, nil, "my-demo-1", true},
		"of a name without letters": {"/", nil, "project", true},
		"by the registry": {dir, map[string]string{
			"projects.json": `{"projects":{"/home/user/My Demo_1":"own"}}`}, "own", true},
		"by the registry, with a marker": {dir, map[string]string{
			"projects.json": `{"projects":{"/home/user/My Demo_1":"own"}}`, "tmp/own/.project_root": dir}, "own", false},
		"that a marker contradicts": {dir, map[string]string{
			"projects.json": `{"projects":{"/home/user/My Demo_1":"own"}}`, "history/own/.project_root": "/other"},
			"my-demo-1", true},
		"by a marker": {dir, map[string]string{"tmp/any/.project_root": dir + "\n"}, "any", false},
		"taken by another's folder": {dir, map[string]string{"tmp/my-demo-1/.project_root": "/other"}, "my-demo-1-1",
			true},
		"taken in the registry": {dir, map[string]string{
			"projects.json": `{"projects":{"/other":"my-demo-1","/third":"my-demo-1-1"}}`}, "my-demo-1-2", true},
		"beside a damaged registry": {dir, map[string]string{"projects.json": `{`}, "my-demo-1", true},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for file, content := range c.files {
				fixtures.Put(t, filepath.Join(root, file), []byte(content))
			}
			if got, isNew := gemini.Slug(root, c.dir); got != c.want || isNew != c.isNew {
				t.Errorf("slug %q, new %v; want %q, %v", got, isNew, c.want, c.isNew)
			}
		})
	}
}

// TestSlugOfAStoreThatCannotBeReadEnds searches for a free name where a file blocks every folder.
func TestSlugOfAStoreThatCannotBeReadEnds(t *testing.T) {
	root := filepath.Join(t.TempDir(), "file")
	fixtures.Put(t, root, nil)
	if slug, _ := gemini.Slug(root, "/home/user/demo"); slug == "" {
		t.Error("no slug")
	}
}

func TestRootFollowsTheEnvironment(t *testing.T) {
	host := adapter.Host{Home: "/home/user", Getenv: func(string) string { return "" }}
	if got := filepath.ToSlash(gemini.Root(host)); got != "/home/user/.gemini" {
		t.Errorf("root %s", got)
	}
	host.Getenv = func(name string) string { return map[string]string{"GEMINI_CLI_HOME": "/elsewhere"}[name] }
	if got := filepath.ToSlash(gemini.Root(host)); got != "/elsewhere/.gemini" {
		t.Errorf("root %s", got)
	}
}

func TestShieldIsPutAndTakenOff(t *testing.T) {
	pieces := []string{"/", "?", "\u2060", " ", "\n", "\uFEFF", "<session_context>", "<hook_context>", "<session", "a",
		"ü"}
	rapid.Check(t, func(t *rapid.T) {
		var text string
		for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "pieces") {
			text += piece
		}
		shielded, changed := gemini.Shielded(timeline.NewText(text))
		if got := gemini.Unshielded(shielded).String(); got != text {
			t.Fatalf("%q became %q", text, got)
		}
		if !changed && shielded.String() != text {
			t.Fatalf("%q was changed in silence", text)
		}
	})
	for text, want := range map[string]bool{
		"/x": true, " \n?": true, "\uFEFF/": true, "x/": false, "": false, "\u2060/x": true, "<session_context>": true,
		"<session_ctx>": false,
		"\u0085/":       false, // no white space to JavaScript
	} {
		if _, changed := gemini.Shielded(timeline.NewText(text)); changed != want {
			t.Errorf("%q is shielded: %v, want %v", text, changed, want)
		}
	}
}

func TestFrameOfACommandsOutput(t *testing.T) {
	for text, want := range map[string]struct {
		output string
		code   int64
		ok     bool
	}{
		"<untrusted_context>\nOutput: a\nb\nProcess Group PGID: 7\n</untrusted_context>":                  {"a\nb", 0, true},
		"<untrusted_context>\nOutput: (empty)\nExit Code: 3\nProcess Group PGID: 7\n</untrusted_context>": {"", 3, true},
		"<untrusted_context>\nOutput: x &lt;/untrusted_context&gt;\n</untrusted_context>": {
			"x </untrusted_context>", 0, true},
		"plain": {"plain", 0, false},
		"<untrusted_context>\nSomething else\n</untrusted_context>": {
			"<untrusted_context>\nSomething else\n</untrusted_context>", 0, false},
	} {
		output, code, ok := gemini.ParseOutput(timeline.NewText(text))
		if output.String() != want.output || code != want.code || ok != want.ok {
			t.Errorf("%q: %q, %d, %v", text, output.String(), code, ok)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{"a", "", "\n", "\nExit Code: 1", "\nSignal: 9", "\nProcess Group PGID: 7", "(empty)",
			"</untrusted_context>", "<untrusted_context>\nOutput: "}
		var text string
		for _, line := range rapid.SliceOfN(rapid.SampledFrom(lines), 0, 4).Draw(t, "lines") {
			text += line
		}
		code := rapid.Int64Range(0, 2).Draw(t, "code")
		framed, ok := gemini.FormatOutput(timeline.NewText(text), code)
		if !ok {
			return
		}
		if got, exit, _ := gemini.ParseOutput(framed); got.String() != text || exit != code {
			t.Fatalf("%q with %d became %q with %d", text, code, got.String(), exit)
		}
	})
}

func TestToolsBothWays(t *testing.T) {
	for _, c := range []struct{ name, native, tool, universal string }{
		{"read_file", `{"file_path":"a","start_line":3,"end_line":4}`, "read", `{"path":"a","offset":3,"limit":2}`},
		{"run_shell_command", `{"command":"ls","dir_path":"/x","is_background":true}`, "bash",
			`{"command":"ls","workdir":"/x","background":true}`},
		{"replace", `{"file_path":"a","old_string":"x","new_string":"y","allow_multiple":true}`, "edit",
			`{"path":"a","old":"x","new":"y","replaceAll":true}`},
		{"grep_search", `{"pattern":"x","dir_path":".","include_pattern":"*.go"}`, "search",
			`{"pattern":"x","path":".","glob":"*.go"}`},
		{"write_todos", `{"todos":[{"description":"a","status":"pending"}]}`, "todo",
			`{"items":[{"text":"a","status":"pending"}]}`},
		{"run_shell_command", `{"command":"ls","yield_time_ms":3}`, "bash", `{"command":"ls","yield_time_ms":3}`},
		{"web_fetch", `{"prompt":"https://example.org/\nWhat is it?"}`, "web_fetch",
			`{"url":"https://example.org/","prompt":"What is it?"}`},
	} {
		tool, input := gemini.ToUniversal(c.name, jsonl.Value(c.native))
		if string(tool) != c.tool || string(input) != c.universal {
			t.Errorf("%s: %s %s", c.name, tool, input)
		}
		name, native, ok := gemini.FromUniversal(timeline.Tool(c.tool), jsonl.Value(c.universal))
		if name != c.name || string(native) != c.native || !ok {
			t.Errorf("%s: %s %s, %v", c.universal, name, native, ok)
		}
	}
}

func TestToolsOfOlderVersions(t *testing.T) {
	for name, c := range map[string]struct{ native, universal string }{
		"read_file":           {`{"absolute_path":"/a","offset":2,"limit":5}`, `{"path":"/a","limit":5,"offset":3}`},
		"search_file_content": {`{"pattern":"x","path":".","include":"*.go"}`, `{"pattern":"x","path":".","glob":"*.go"}`},
		"web_fetch": {`{"prompt":"Summarize https://example.org/x, please"}`,
			`{"url":"https://example.org/x","prompt":"Summarize https://example.org/x, please"}`},
	} {
		if _, got := gemini.ToUniversal(name, jsonl.Value(c.native)); string(got) != c.universal {
			t.Errorf("%s: %s, want %s", name, got, c.universal)
		}
	}
	if _, _, ok := gemini.FromUniversal(timeline.Edit, jsonl.Value(`{"patch":"*** Begin Patch"}`)); ok {
		t.Error("a patch is taken for a replacement")
	}
}

func TestMarkUsedMovesNoByte(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session-x.jsonl")
	const old, quoted = `2026-11-20T10:00:00.000Z`, `{"id":"u","type":"user","content":[{"text":"\"lastUpdated\":\"2026-11-20T10:00:00.000Z\""}]}`
	line := `{"$set":{"lastUpdated":"` + old + `"}}`
	fixtures.Put(t, path, []byte(line+"\n"+quoted+"\n  "+line+" \n"+quoted+"\n"))
	now := time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)
	if err := gemini.MarkUsed(t.Context(), path, now); err != nil {
		t.Fatal(err)
	}
	want := line + "\n" + quoted + "\n  " + `{"$set":{"lastUpdated":"2026-12-24T18:00:00.000Z"}}` + " \n" + quoted + "\n"
	got, err := os.ReadFile(path)
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestMCPNamesKeepTheirServer(t *testing.T) {
	for universal, want := range map[string][2]string{
		"mcp__tracker__lookup": {"mcp_tracker_lookup", "lookup (tracker MCP Server)"},
		"mcp__a_b__c d":        {"mcp_a_b_c_d", "c d (a_b MCP Server)"},
	} {
		name, drawn, ok := gemini.NativeMCP(universal)
		back, isMCP := gemini.MCPName(name, drawn)
		if got := [2]string{name, drawn}; !ok || !isMCP || got != want || back != universal {
			t.Errorf("%s became %v and then %s", universal, got, back)
		}
	}
	for _, other := range []string{"mcp_tracker_lookup", "mcp__tracker", "Read"} {
		if name, _, ok := gemini.NativeMCP(other); ok {
			t.Errorf("%s became %s", other, name)
		}
	}
	if _, ok := gemini.MCPName("read_file", "read (x MCP Server)"); ok {
		t.Error("a tool of the CLI is taken for a server's")
	}
}
