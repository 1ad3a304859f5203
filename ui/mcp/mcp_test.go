package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/listing"
	"stead/catalog/memory"
	"stead/catalog/memory/recall"
	"stead/catalog/origin"
	"stead/catalog/search"
	"stead/internal/testkit/fixtures"
	"stead/runs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	sessionID = "6f786c7b-ece4-4cbb-876a-31e3be5368b2"
	longID    = "0c0f3b52-6a52-4f4d-9d4e-5b1f6a4f9a11"
	here      = "/home/user/demo-claude"
	secret    = "s3cr3t-w0rd"
)

// machine returns options over a home with two sessions of Claude Code: a recorded one, and a long one with a secret.
func machine(t *testing.T) Options {
	t.Helper()
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-home-user-demo-claude")
	fixtures.Copy(t, "claude/tools.jsonl", filepath.Join(folder, sessionID+".jsonl"))
	write(t, filepath.Join(folder, longID+".jsonl"), longSession())
	c := catalog.New(catalog.Options{
		Readers: adapters.Readers(), Dir: here, Stdin: strings.NewReader(longSession()),
		Runs: runs.Open(filepath.Join(home, "data")),
		Host: adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now},
	})
	t.Cleanup(c.Close)
	lister := listing.Lister{Catalog: c, Origin: origin.Options{Runs: runs.Open(filepath.Join(home, "data")), Data: home,
		State: home}, Now: time.Now}
	return Options{
		Version: "1", Resolve: c.Resolve, List: lister.List, Folder: here,
		Mask: func(text string) string { return strings.ReplaceAll(text, secret, "[redacted]") },
		Now:  time.Now,
		Search: func(ctx context.Context, q search.Query, limit int, _ func(int64, int64)) (search.Result, error) {
			return (&search.Searcher{Readers: adapters.Readers(), Host: fixtures.Host(home)}).Search(ctx, q, limit)
		},
		Knowledge: func(_ context.Context, q recall.Query) ([]recall.Piece, error) {
			var all []recall.Piece
			for i := range 100 {
				text := fmt.Sprintf("piece-%d with %s %s", i, secret, strings.Repeat("文", 600))
				all = append(all, recall.Piece{Kind: memory.DecisionKind, Text: text, Confidence: 0.5, Seen: 1,
					Reference: "claude:6f78", Project: here})
			}
			return all, nil
		},
		HandOver: func(_ context.Context, reference, to string) (string, error) {
			return reference + " goes to " + to, nil
		},
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// longSession has 60 turns with a number each, and answers of 4 to 40 KB in several scripts.
func longSession() string {
	var b strings.Builder
	parent := "null"
	line := func(n int, kind, message string) {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, n)
		fmt.Fprintf(&b,
			`{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"%s","sessionId":"%s","version":"2.1.197","type":"%s","uuid":%s,"timestamp":"2026-11-20T18:%02d:00.000Z","message":%s}`+"\n",
			parent, here, longID, kind, id, n%60, message)
		parent = id
	}
	for turn := 1; turn <= 60; turn++ {
		line(2*turn, "user", fmt.Sprintf(`{"role":"user","content":"question-%d with %s"}`, turn, secret))
		text := strings.Repeat([]string{"word ", "日本語の文 ", "слово "}[turn%3], 800*(1+turn%10))
		if turn == 60 {
			line(1000, "assistant",
				`{"id":"msg_c","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"tool_use","id":"t1","name":"stead_search_sessions","input":{"query":"echoed"}}],"usage":{"input_tokens":1,"output_tokens":1}}`)
			line(1001, "user", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"nothing"}]}`)
		}
		line(2*turn+1, "assistant", fmt.Sprintf(
			`{"id":"msg_%d","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"text","text":"answer-%d %s"}],"usage":{"input_tokens":1,"output_tokens":1}}`, turn, turn, text))
	}
	return b.String()
}

// client returns a client of the server over the options.
func client(t *testing.T, o Options) *sdk.ClientSession {
	t.Helper()
	return clientWith(t, o, nil)
}

func clientWith(t *testing.T, o Options, of *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	there, here := sdk.NewInMemoryTransports()
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, o, there) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, of).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return session
}

// call returns a tool's answer, which must be one that every CLI passes on.
func call(t *testing.T, c *sdk.ClientSession, tool string, arguments map[string]any) (text string, failed bool) {
	t.Helper()
	r, err := c.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	for _, part := range r.Content {
		text += part.(*sdk.TextContent).Text
	}
	data, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	for _, given := range []string{text, string(data)} {
		if len(given) > 40_000 || !utf8.ValidString(given) || strings.Contains(given, secret) {
			t.Errorf("%s %v: %d bytes, valid %t, secret %t", tool, arguments, len(given), utf8.ValidString(given),
				strings.Contains(given, secret))
		}
	}
	return text, r.IsError
}

// Each answer as data fits its schema, which the SDK checks, and says what the text says.
func TestAnswersAreDataToo(t *testing.T) {
	c := client(t, machine(t))
	tools, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if hasSchema := tool.OutputSchema != nil; hasSchema == (tool.Name == "show_session") {
			t.Errorf("%s has a schema of its answer: %t", tool.Name, hasSchema)
		}
	}
	for tool, arguments := range map[string]map[string]any{
		"list_sessions": {"limit": 1}, "search_sessions": {"query": "question*", "limit": 3},
		"knowledge": {"query": "piece"}, "hand_over": {"session": "claude:6f78", "to": "codex"},
	} {
		r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil || r.IsError {
			t.Fatal(tool, err, r)
		}
		text, values := r.Content[0].(*sdk.TextContent).Text, 0
		for _, value := range stringsIn(r.StructuredContent) {
			values++
			if value = strings.TrimSpace(value); !strings.Contains(text, value) {
				t.Errorf("%s: the data have %q, the text has not", tool, value)
			}
		}
		if values < 2 {
			t.Errorf("%s: the data are %v", tool, r.StructuredContent)
		}
	}
	nothing, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "search_sessions",
		Arguments: map[string]any{"query": "zyzzyva"}})
	if data, _ := json.Marshal(nothing.StructuredContent); err != nil || !strings.Contains(string(data), `"hits":[],`) {
		t.Errorf("nothing found is %s, %v", data, err)
	}
}

// stringsIn returns the strings in a JSON value.
func stringsIn(value any) (all []string) {
	switch v := value.(type) {
	case string:
		all = append(all, v)
	case []any:
		for _, item := range v {
			all = append(all, stringsIn(item)...)
		}
	case map[string]any:
		for _, item := range v {
			all = append(all, stringsIn(item)...)
		}
	}
	return all
}

func TestEveryToolOnlyReadsAndIsFound(t *testing.T) {
	tools, err := client(t, machine(t)).ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if !tool.Annotations.ReadOnlyHint || *tool.Annotations.DestructiveHint {
			t.Errorf("%s does not say that it only reads", tool.Name)
		}
		for _, word := range []string{"session", "history", "memory"} {
			if !strings.Contains(strings.ToLower(tool.Description), word) {
				t.Errorf("the description of %s lacks %q", tool.Name, word)
			}
		}
	}
	if len(tools.Tools) != 5 {
		t.Errorf("there are %d tools", len(tools.Tools))
	}
}

func TestListIsOfTheProjectUnlessAskedForOthers(t *testing.T) {
	o := machine(t)
	c := client(t, o)
	if text, _ := call(t, c, "list_sessions", nil); !strings.Contains(text, "2 sessions of "+here) ||
		!strings.Contains(text, "claude:6f786c7b") {
		t.Errorf("listed is\n%s", text)
	}
	if text, _ := call(t, c, "list_sessions", map[string]any{"project": "/elsewhere"}); !strings.Contains(text,
		`project "*"`) {
		t.Errorf("of another folder listed is\n%s", text)
	}
	for _, name := range []string{"demo-claude", "/home/user", ".."} {
		if text, _ := call(t, c, "list_sessions", map[string]any{"project": name}); !strings.Contains(text,
			"2 sessions of ") {
			t.Errorf("of %s: %s", name, text)
		}
	}
	if text, _ := call(t, c, "list_sessions", map[string]any{"project": "*", "words": "BUG fix"}); !strings.Contains(
		text, "1 session of all folders") {
		t.Errorf("of all listed is\n%s", text)
	}
	first, _ := call(t, c, "list_sessions", map[string]any{"limit": 1})
	second, _ := call(t, c, "list_sessions", map[string]any{"limit": 1, "cursor": cursorIn(first)})
	if !strings.Contains(first+second, "claude:6f786c7b") || !strings.Contains(first+second, "claude:0c0f3b52") ||
		cursorIn(second) != "" {
		t.Errorf("in two pages listed is\n%s%s", first, second)
	}
	if text, failed := call(t, c, "list_sessions", map[string]any{"cli": "cluade"}); !failed ||
		!strings.Contains(text, "did you mean claude?") {
		t.Errorf("of an unknown CLI listed is\n%s", text)
	}
}

func cursorIn(text string) string {
	found := regexp.MustCompile(`cursor "(\d+)"`).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return found[1]
}

// The pages of a session contain each of its turns once, and come to an end.
func TestPagesHoldTheWholeSession(t *testing.T) {
	c := client(t, machine(t))
	for _, full := range []bool{false, true} {
		text, cursor, pages := "", "", 0
		for {
			page, failed := call(t, c, "show_session", map[string]any{"session": "claude:" + longID, "cursor": cursor,
				"full": full})
			if failed || pages > 100 {
				t.Fatalf("page %d: %s", pages, page)
			}
			text, pages = text+page, pages+1
			if cursor = cursorIn(page); cursor == "" {
				break
			}
		}
		for turn := 1; turn <= 60; turn++ {
			for _, part := range []string{fmt.Sprintf("\nquestion-%d with [redacted]\n", turn),
				fmt.Sprintf("\nanswer-%d ", turn)} {
				if n := strings.Count(text, part); n != 1 {
					t.Errorf("full %t: %q stands %d times in %d pages", full, part, n, pages)
				}
			}
		}
	}
}

func TestShowBeginsAtATurn(t *testing.T) {
	c := client(t, machine(t))
	for turn, want := range map[int]string{7: "question-7 ", -1: "question-60 ", -2: "question-59 ",
		61: "The session has only 60 turns."} {
		text, _ := call(t, c, "show_session", map[string]any{"session": "claude:0c0f", "turn": turn})
		_, body, _ := strings.Cut(text, "not instructions.\n")
		if at := strings.Index(body, "question-"); !strings.HasPrefix(body[max(at, 0):], want) {
			t.Errorf("turn %d begins with\n%s", turn, body[:min(len(body), 300)])
		}
	}
	if text, _ := call(t, c, "show_session", map[string]any{"session": "claude:6f78"}); !strings.Contains(text,
		"[tool] bash python3 main.py") ||
		!strings.Contains(text, "End of the session") {
		t.Errorf("shown is\n%s", text)
	}
}

// A reference may be what a stranger wrote: it must neither open files nor read what the CLI sends to the server.
func TestReferencesNameSessionsOfStoresOnly(t *testing.T) {
	o := machine(t)
	path := filepath.Join(t.TempDir(), "session.jsonl")
	write(t, path, longSession())
	c := client(t, o)
	for _, reference := range []string{
		"-", "claude:-", "", "claude:", path, "claude:" + path, "./x", "../x", "~/x", "claude:~/x", "x.jsonl",
		"claude:x.jsonl", `c:\x`, path + "#" + longID, "/etc/passwd", "universal:" + path,
	} {
		if text, failed := call(t, c, "show_session", map[string]any{"session": reference}); !failed {
			t.Errorf("shown as %q is\n%s", reference, text)
		}
		if text, failed := call(t, c, "hand_over", map[string]any{"session": reference, "to": "codex"}); !failed {
			t.Errorf("handed over as %q is\n%s", reference, text)
		}
	}
	if text, failed := call(t, c, "hand_over", map[string]any{"session": "claude:.", "to": "codex"}); failed ||
		!strings.Contains(text, "stead run --from claude:") {
		t.Errorf("the newest of this project: %s", text)
	}
}

func TestSessionsAreResources(t *testing.T) {
	ctx := context.Background()
	c := client(t, machine(t))
	listed, err := c.ListResources(ctx, nil)
	if err != nil || len(listed.Resources) != 2 {
		t.Fatalf("resources %v, %v", listed, err)
	}
	for _, r := range listed.Resources {
		read, err := c.ReadResource(ctx, &sdk.ReadResourceParams{URI: r.URI})
		if err != nil || !strings.Contains(read.Contents[0].Text, "## Turn 1, user") {
			t.Errorf("%s: %v", r.URI, err)
		}
	}
	for _, uri := range []string{"stead://sessions/claude", "stead://sessions/claude/%2e%2e%2fx",
		"stead://sessions/claude/ffff", "file:///etc/passwd"} {
		if read, err := c.ReadResource(ctx, &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s is %s", uri, read.Contents[0].Text)
		}
	}
}

// A server whose CLI hangs, and never closes its end, ends with its context.
func TestServerEndsWithItsContext(t *testing.T) {
	in, typed := io.Pipe()
	said, out := io.Pipe()
	defer typed.Close()
	defer said.Close()
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, machine(t), &sdk.IOTransport{Reader: in, Writer: out}) }()
	stop()
	select {
	case err := <-served:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the server goes on")
	}
}

func TestSearchFindsWhatWasSaid(t *testing.T) {
	c := client(t, machine(t))
	if text, failed := call(t, c, "search_sessions", map[string]any{"query": "question-7"}); failed ||
		!strings.Contains(text, "1 hit in 1 session of "+here) ||
		!strings.Contains(text, "claude:0c0f3b52 turn 7 | prompt") {
		t.Errorf("found is\n%s", text)
	}
	if text, _ := call(t, c, "search_sessions", map[string]any{"query": "question-7",
		"project": "/elsewhere"}); !strings.Contains(text, "Nothing was found") {
		t.Errorf("elsewhere found is\n%s", text)
	}
	if text, _ := call(t, c, "search_sessions", map[string]any{"query": "bug", "project": "*"}); !strings.Contains(text,
		"claude:6f786c7b") {
		t.Errorf("in all folders found is\n%s", text)
	}
	seen, cursor := "", ""
	for range 10 {
		text, failed := call(t, c, "search_sessions", map[string]any{"query": "question* role:user", "cursor": cursor})
		if failed {
			t.Fatal(text)
		}
		if seen, cursor = seen+text, cursorIn(text); cursor == "" {
			break
		}
	}
	for turn := 1; turn <= 60; turn++ {
		if n := strings.Count(seen, fmt.Sprintf("\nquestion-%d with [redacted]\n", turn)); n != 1 {
			t.Errorf("turn %d is found %d times", turn, n)
		}
	}
}

// What an agent asked this server, and the answers, repeat other sessions: a search finds them only by the tool's name.
func TestWhatAgentsAskedIsNotFoundAgain(t *testing.T) {
	o := machine(t)
	o.Spellings = func(tool string) []string { return []string{"mcp__stead__" + tool, "stead_" + tool} }
	c := client(t, o)
	for query, want := range map[string]string{"echoed": "Nothing was found",
		"echoed tool:stead_search_sessions": "1 hit in 1 session"} {
		if text, failed := call(t, c, "search_sessions", map[string]any{"query": query}); failed ||
			!strings.Contains(text, want) {
			t.Errorf("%s: %s", query, text)
		}
	}
}

func TestKnowledgeComesInPages(t *testing.T) {
	c := client(t, machine(t))
	seen, cursor := "", ""
	for range 20 {
		text, failed := call(t, c, "knowledge", map[string]any{"query": "piece", "cursor": cursor})
		if failed {
			t.Fatal(text)
		}
		if seen, cursor = seen+text, cursorIn(text); cursor == "" {
			break
		}
	}
	for i := range 100 {
		if n := strings.Count(seen, fmt.Sprintf("piece-%d with", i)); n != 1 {
			t.Errorf("piece %d stands %d times", i, n)
		}
	}
	if text, _ := call(t, c, "knowledge", nil); !strings.Contains(text, "piece") || strings.Contains(text, "100 pieces") {
		t.Errorf("without a query known is\n%.300s", text)
	}
}
