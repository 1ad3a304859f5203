package piece_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite" // the driver
	"pgregory.net/rapid"

	"stead/catalog/piece"
	"stead/timeline"
)

func TestWhatAWordIs(t *testing.T) {
	for text, want := range map[string]string{
		"Fix the Parser, please!":      "fix the parser please",
		"test_parser isn't":            "test_parser isn t",
		"parser.go":                    "parser \x02 go",
		"parser. Go":                   "parser go",
		"parser/go":                    "parser \x03 go",
		"needle-common-7f3a":           "needle \x01 common \x01 7f3a",
		"https://a.b":                  "https \x04 \x03 \x03 a \x02 b",
		"wait.... what":                "wait what",
		"a....b":                       "a b",
		"--flag -x ./y":                "flag x y",
		"you@home":                     "you \x05 home",
		"Für ÄÖÜ":                      "für äöü",
		"cafe\u0301 CAFE\u0301":        "café café",
		"日本語のテスト":                      "日 本 語 の テ ス ト",
		"前go後":                         "前 go 後",
		"検索.go":                        "検 索 \x02 go",
		"done🪡ok ─── →":                "done 🪡 ok →",
		"ﬁ Σίσυφος":                    "ﬁ σίσυφοσ",
		"\u212A \x01\x02 \x00 a\x00b":  "\u212A a b",
		"... => ()":                    "",
		"\"quoted\"\tC:\\new\\needle":  "quoted c new needle",
		strings.Repeat("x", 200) + "-": strings.Repeat("x", 128),
		"\xff\xfe a\xffb":              "a b",
	} {
		if got := strings.Join(piece.Words(text), " "); got != want {
			t.Errorf("the words of %q are %q, want %q", text, got, want)
		}
	}
}

// TestTheIndexHasTheSameWords compares with FTS5's own view of what it has indexed.
func TestTheIndexHasTheSameWords(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	exec := func(query string, args ...any) {
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatal(query, err)
		}
	}
	exec(`CREATE VIRTUAL TABLE f USING fts5(body, content='', contentless_delete=1, tokenize="` + piece.Tokenize + `")`)
	exec("CREATE VIRTUAL TABLE v USING fts5vocab(f, 'instance')")
	alphabet := rapid.SampledFrom(
		[]rune("aBz09_ .-/:@\\\"'\n\t\x00\x01\x05üÜéİıßſKς日のハ한ไ\u0301\u200d🪡→─½²\uFDD0\uE000\uFFFD"))
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOfN(rapid.OneOf(alphabet, rapid.Rune()), 0, 60).Draw(t, "text"))
		exec("DELETE FROM f WHERE rowid = 1")
		exec("INSERT INTO f(rowid, body) VALUES (1, ?)", piece.Indexed(text))
		var got []string
		rows, err := db.Query(`SELECT term FROM v ORDER BY "offset"`)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var term string
			if err := rows.Scan(&term); err != nil {
				t.Fatal(err)
			}
			got = append(got, term)
		}
		_ = rows.Close()
		if want := piece.Words(text); !slices.Equal(got, want) {
			t.Fatalf("the index has %q of %q, want %q", got, text, want)
		}
		composed, located := piece.Locate(text)
		for i, word := range located {
			if i < len(got) && word.Text != got[i] || len(located) != len(got) ||
				!strings.EqualFold(composed[word.From:word.To], word.Text) && word.Text > " " && len(word.Text) < 100 {
				t.Fatalf("%q at %d to %d of %q, want %q", word.Text, word.From, word.To, composed, got)
			}
		}
	})
}

func FuzzWords(f *testing.F) {
	f.Add("parser.go für 日本語 a\u0301 ...")
	f.Fuzz(func(t *testing.T, text string) {
		words := piece.Words(text)
		for _, word := range words {
			if len(word) > 128+4 || word == "" {
				t.Errorf("%q", word)
			}
		}
	})
}

func TestPiecesOfEntries(t *testing.T) {
	text := timeline.NewText
	var s piece.Splitter
	var got []piece.Piece
	for _, e := range []*timeline.Entry{
		{Type: timeline.User, Content: text("hidden"), Hidden: true},
		{Type: timeline.User, Content: text("Fix it")},
		{Type: timeline.User, Content: text("a file's lines"),
			Origin: &timeline.Origin{Kind: timeline.Mention, Name: "/a/b.go"}},
		{Type: timeline.Assistant, Content: text("I will"), Thinking: text("hm")},
		{Type: timeline.ToolCall, ID: "1", Tool: timeline.Bash, OriginalTool: "shell.exec",
			Input: []byte(`{"command":"ls \"x\"","timeout":3,"workdir":"/w"}`)},
		{Type: timeline.ToolResult, CallID: "1", Output: text("out"), Error: text("failed")},
		{Type: timeline.ToolCall, ID: "2", Tool: timeline.Edit, OriginalTool: "Edit",
			Input: []byte(`{"patch":"*** Begin Patch\n*** Update File: c.go\n+x\n"}`)},
		{Type: timeline.ToolCall, ID: "3", Tool: timeline.Read, Input: []byte(`{"path":"d.go"}`)},
		{Type: timeline.User, Content: text("Fix 42"), Origin: &timeline.Origin{Kind: timeline.Command,
			Typed: text("/fix 42")}},
		{Type: timeline.System, Content: text("summary")},
	} {
		got = append(got, s.Split(e)...)
	}
	bash := piece.ToolWord("bash") + " " + piece.ToolWord("shell_exec")
	want := []piece.Piece{
		{Kind: piece.Prompt, Turn: 1, Body: "Fix it"},
		{Kind: piece.Context, Turn: 1, Body: "a file's lines", Path: "/a/b.go"},
		{Kind: piece.Thinking, Turn: 1, Body: "hm"},
		{Kind: piece.Answer, Turn: 1, Body: "I will"},
		{Kind: piece.Call, Turn: 1, Body: "ls \"x\"\n/w", Tool: bash},
		{Kind: piece.Result, Turn: 1, Body: "out\nfailed", Tool: bash},
		{Kind: piece.Call, Turn: 1, Body: "*** Begin Patch\n*** Update File: c.go\n+x\n", Path: "c.go",
			Tool: piece.ToolWord("edit")},
		{Kind: piece.Call, Turn: 1, Path: "d.go", Tool: piece.ToolWord("read")},
		{Kind: piece.Prompt, Turn: 2, Body: "/fix 42\nFix 42"},
		{Kind: piece.Context, Turn: 2, Body: "summary"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkIndexed(b *testing.B) {
	text := strings.Repeat(
		"The parser.go reads the next token, and compares it with \"what\" the grammar für (expects).\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		piece.Indexed(text)
	}
}

// TestNoWordIsCut has a text without a blank that is longer than a piece.
func TestNoWordIsCut(t *testing.T) {
	text := ",,,,," + strings.Repeat(`{"key":"needle"},`, 70_000)
	var splitter piece.Splitter
	var whole strings.Builder
	for _, p := range splitter.Split(&timeline.Entry{Type: timeline.User, Content: timeline.NewText(text)}) {
		for _, word := range piece.Words(p.Body) {
			if len(word) > 1 && word != "key" && word != "needle" {
				t.Fatalf("%q is a part of a word", word)
			}
		}
		whole.WriteString(p.Body)
	}
	if whole.String() != text {
		t.Error("the pieces are not the text")
	}
}
