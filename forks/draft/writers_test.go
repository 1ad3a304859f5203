package draft_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/forks/draft"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/timeline"
	"stead/writers"
)

// edited are sessions of the CLIs, and two that nobody has recorded.
func edited(t *testing.T) map[string]timeline.Stream {
	sessions := map[string]timeline.Stream{"sample": sample.Session(), "context": sample.Context()}
	for _, name := range fixtures.Match(t, "claude/tools.jsonl", "claude/parallel.jsonl", "claude/compaction.jsonl",
		"codex/*-ff13-*.jsonl", "codex/*-7b03-*.jsonl",
		"gemini/tools.jsonl", "gemini/errors.jsonl", "pi/reallife-branches.jsonl", "qwen/02-tools.jsonl", "kimi/tools",
		"kimicli/tools/8c1f*", "opencode/tools.json", "opencode/compaction.json", "universal/every-tool.jsonl", "universal/compacted.json") {
		sessions[name] = open(t, place(t, name))
	}
	return sessions
}

// TestDraftIsWrittenInEachFormat edits sessions, writes the copies in the format of every CLI, and reads them back:
// what was dropped is gone, what was rewritten or inserted is there once, and no call has lost its result.
func TestDraftIsWrittenInEachFormat(t *testing.T) {
	turn, sessions := 0, edited(t)
	for _, name := range slices.Sorted(maps.Keys(sessions)) {
		s, copies := sessions[name], editions(t, sessions[name])
		for _, where := range slices.Sorted(maps.Keys(copies)) {
			turn++
			for at, w := range adapters.Writers() {
				if own := s.Header.Source.CLI == w.Info().Name; !own && name != "sample" && (turn+at)%3 > 0 {
					continue // the others have their turn with other sessions and edits
				}
				t.Run(strings.Join([]string{name, where, w.Info().Name}, " "),
					func(t *testing.T) { arrives(t, s, copies[where], w) })
			}
		}
	}
}

const (
	newPrompt = "A prompt that nobody has typed"
	newAnswer = "An answer that no model has given"
	newText   = "A text that stands in place of another"
)

// editions are copies of a session that are edited at their beginning, in the middle, and at the end.
func editions(t *testing.T, s timeline.Stream) map[string]*draft.Copy {
	t.Helper()
	whole := begin(t, s)
	last, middle := whole.Len(), (whole.Len()+1)/2
	rewritten := 0
	for at, e := range active(t, whole) {
		if e.Type == timeline.Assistant && !e.Content.IsEmpty() {
			rewritten = at + 1
		}
	}
	all := map[string]*draft.Copy{
		"at its beginning": edit(t, whole, insert(1, timeline.User, newPrompt), insert(3, timeline.Assistant, newAnswer)),
		"in the middle":    edit(t, whole, drop(number(middle)), insert(last, timeline.User, newPrompt)),
		"at its end": edit(t, whole, insert(last+1, timeline.User, newPrompt),
			insert(last+1, timeline.Assistant, newAnswer)),
		"moved": edit(t, whole, move(number(middle), last+1)),
	}
	if rewritten > 0 {
		all["rewritten"] = edit(t, whole, rewrite(rewritten, newText))
	}
	return all
}

func number(n int) string { return draft.Range{First: n, Last: n}.String() }

// active returns the copy's conversation.
func active(t testing.TB, c *draft.Copy) []*timeline.Entry {
	t.Helper()
	var all []*timeline.Entry
	for _, e := range entries(t, c) {
		if e.Active() {
			all = append(all, e)
		}
	}
	return all
}

func arrives(t *testing.T, original timeline.Stream, c *draft.Copy, w writers.Writer) {
	t.Helper()
	copied, err := c.Stream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	back := throughStore(t, copied, w)
	want, got := contents(active(t, c)), contents(back)
	for text, n := range contents(collect(t, original)) {
		if gone := n - want[text]; gone > 0 && got[text] > want[text] {
			t.Errorf("what was dropped or rewritten is there: %.80q", text)
		}
	}
	for _, text := range []string{newPrompt, newAnswer, newText} {
		if is, should := occurrences(back, text), occurrences(active(t, c), text); is != should {
			t.Errorf("%d times %q, want %d", is, text, should)
		}
	}
	if lost, before := waiting(back), waiting(active(t, c)); lost > before {
		t.Errorf("%d calls without a result, want %d", lost, before)
	}
}

// throughStore writes a session into a new store and reads it back. That all of it arrived is proved for each CLI; CUSF
// is none.
func throughStore(t *testing.T, s timeline.Stream, w writers.Writer) []*timeline.Entry {
	t.Helper()
	root := filepath.Join(t.TempDir(), "store")
	if w.Info().Name == "opencode" {
		fixtures.Copy(t, "opencode/new.db", filepath.Join(root, "opencode.db"))
	}
	chosen, err := policy.Select(t.Context(), s, w.Info(), policy.Policies{Vendor: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	target := injection.Target{Reader: adapters.Named(w.Info().Name).Reader, Writer: w,
		Store: adapter.Store{CLI: w.Info().Name, Root: root}}
	options := writers.Options{Dir: "/home/user/demo", Now: fixtures.Now, NewID: uuid.NewString}
	var receipt writers.Receipt
	if w.Info().Name == "cusf" {
		plan, planned := w.Plan(target.Store, chosen.Stream, options)
		if planned != nil {
			t.Fatal(planned)
		}
		receipt, err = w.Write(t.Context(), plan)
	} else {
		receipt, err = target.Deliver(t.Context(), chosen, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	back, err := target.Reader.Open(t.Context(), adapter.Location{Path: receipt.Path, ID: receipt.ID})
	if err != nil {
		t.Fatal(err)
	}
	return collect(t, back)
}

// contents counts what is said and returned in the conversation.
func contents(all []*timeline.Entry) map[string]int {
	count := map[string]int{}
	for _, e := range all {
		if text := strings.TrimSpace(e.Content.String() + e.Output.String()); text != "" && e.Active() {
			count[text]++
		}
	}
	return count
}

// occurrences counts a text, also where it was joined to others.
func occurrences(all []*timeline.Entry, text string) (n int) {
	for _, e := range all {
		n += strings.Count(e.Content.String(), text)
	}
	return n
}

// waiting counts the calls of the conversation that have no result.
func waiting(all []*timeline.Entry) (n int) {
	answered := map[string]bool{}
	for _, e := range all {
		answered[e.CallID] = true
	}
	for _, e := range all {
		if e.Type == timeline.ToolCall && e.Active() && !answered[e.ID] {
			n++
		}
	}
	return n
}
