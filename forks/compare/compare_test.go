package compare_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/forks/compare"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// talk makes a session of lines: "> " begins a prompt, "$ command = output" is a call, "+ file content" writes a file,
// anything else is an answer. Ids begin with the given text.
func talk(ids, folder string, lines ...string) timeline.Stream {
	var all []*timeline.Entry
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	add := func(e timeline.Entry) string {
		e.ID = fmt.Sprintf("%s%d", ids, len(all)+1)
		e.Timestamp = at.Add(time.Duration(len(all)) * time.Second).Format(time.RFC3339Nano)
		all = append(all, &e)
		return e.ID
	}
	call := func(tool timeline.Tool, input, output string) {
		id := add(timeline.Entry{Type: timeline.ToolCall, Tool: tool, Input: []byte(input)})
		add(timeline.Entry{Type: timeline.ToolResult, CallID: id, Success: !strings.HasPrefix(output, "error"),
			Output: timeline.NewText(output)})
	}
	for _, line := range lines {
		mark, rest, _ := strings.Cut(line, " ")
		switch mark {
		case ">":
			add(timeline.Entry{Type: timeline.User, Content: timeline.NewText(rest)})
		case "$":
			command, output, _ := strings.Cut(rest, " = ")
			call(timeline.Bash, fmt.Sprintf(`{"command":%q}`, command), output)
		case "+":
			file, content, _ := strings.Cut(rest, " ")
			call(timeline.Write, fmt.Sprintf(`{"path":%q,"content":%q}`, file, content), "written")
		default:
			add(timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText(line),
				Usage: &timeline.Usage{Input: 10, Output: 1}, StopReason: "end_turn"})
		}
	}
	return timeline.Stream{
		Header:  timeline.Header{Source: timeline.Source{CLI: "claude"}, Project: timeline.Project{Path: folder}},
		Entries: timeline.Of(all...),
	}
}

func compared(t *testing.T, left, right timeline.Stream) compare.Comparison {
	t.Helper()
	c, err := compare.Compare(t.Context(), left, right, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// outline says which turns stand beside each other: 2=2 are the same, 2|3 are not, and - is none.
func outline(c compare.Comparison) string {
	number := func(turn *compare.Turn) string {
		if turn == nil {
			return "-"
		}
		return fmt.Sprint(turn.Number)
	}
	var all []string
	for _, p := range c.Turns {
		mark := "|"
		if p.Same {
			mark = "="
		}
		all = append(all, number(p.Left)+mark+number(p.Right))
	}
	return strings.Join(all, " ")
}

func TestSessionsPartWhereTheyDiffer(t *testing.T) {
	begin := []string{"> one", "$ ls = a", "yes", "> two", "$ cat a = x", "done"}
	for name, c := range map[string]struct {
		left, right                 []string
		steps, turns, within        int
		turnsBeside, lastOfTheRight string
	}{
		"not at all": {begin, begin, 6, 2, 0, "", "r8"},
		"between turns": {append(slices.Clone(begin), "> left", "l"),
			append(slices.Clone(begin), "> right", "r", "> more", "m"), 6, 2, 0, "3|3 -|4", "r8"},
		"in an answer":              {begin, append(slices.Clone(begin[:5]), "failed"), 5, 1, 2, "2|2", "r7"},
		"in a call's output":        {begin, append(slices.Clone(begin[:4]), "$ cat a = y", "done"), 4, 1, 2, "2|2", "r5"},
		"in what a file holds":      {[]string{"> one", "+ a 1"}, []string{"> one", "+ a 2"}, 1, 0, 1, "1|1", "r1"},
		"where one of them ends":    {begin[:3], begin, 3, 1, 0, "-|2", "r4"},
		"where one stops in a turn": {begin[:5], begin, 5, 1, 2, "2|2", "r7"},
		"at once":                   {begin, []string{"> other", "no"}, 0, 0, 0, "1|1 2|-", ""},
		"and come together again":   {begin, append([]string{"> before", "b"}, begin...), 0, 0, 0, "-|1 1=2 2=3", ""},
		"and ask the same later": {append(slices.Clone(begin), "> left", "> test", "ok"),
			append(slices.Clone(begin), "> test", "fails"), 6, 2, 0, "3|- 4|3", "r8"},
		"though white space differs": {begin, []string{"> one ", "$ ls = a\n", "yes\n\n", "> two", "$  cat a =  x", "done"},
			6, 2, 0, "", "r8"},
	} {
		got := compared(t, talk("l", "", c.left...), talk("r", "", c.right...))
		if got.Common.Steps != c.steps || got.Common.Turns != c.turns || got.Common.Within != c.within ||
			got.Common.Right != c.lastOfTheRight || outline(got) != c.turnsBeside {
			t.Errorf("they part %s: %+v, turns %q", name, got.Common, outline(got))
		}
		if got.Equal() != (len(got.Turns) == 0) {
			t.Errorf("they part %s: equal is %v", name, got.Equal())
		}
	}
}

// TestEqualIdsAreNoAncestry: many formats count their entries, so that any two sessions have the same ids.
func TestEqualIdsAreNoAncestry(t *testing.T) {
	if c := compared(t, talk("e", "", "> one", "yes"), talk("e", "", "> two", "no")); c.Common.Steps != 0 {
		t.Errorf("they have %d steps in common", c.Common.Steps)
	}
}

func TestOutputThatWasShortenedOnTheWayIsTheSame(t *testing.T) {
	if c := compared(t, talk("e", "", "> one", "$ ls = a b c"),
		talk("e", "", "> one", "$ ls = a (shortened)")); !c.Equal() {
		t.Errorf("they part: %+v", c.Common)
	}
}

func TestAnswerInPiecesIsOneAnswer(t *testing.T) {
	if c := compared(t, talk("l", "", "> one", "This is", "all.", "> two"),
		talk("r", "", "> one", "This is all.", "> two")); !c.Equal() || c.Common.Steps != 3 {
		t.Errorf("they part: %+v", c.Common)
	}
}

func TestTurnsSayWhatHappened(t *testing.T) {
	left := talk("l", "/home/user/demo-x", "> one", "+ /home/user/demo-x/a.go 1", "$ go test = error: no",
		"$ go vet = fine", "half", "done", "> two", "+ /home/user/demo-x/b.go 2")
	right := talk("r", "/home/user/demotree", "> one", "+ /home/user/demotree/a.go 2", "+ c.go 3", "other")
	c := compared(t, left, right)
	first := c.Turns[0].Left
	if first.Prompt.Text != "one" || first.Answer.Text != "done" ||
		fmt.Sprint(first.Calls) != "[{bash 2 1} {write 1 0}]" || fmt.Sprint(first.Errors) != "[bash: error: no]" ||
		first.Took() != 8*time.Second || first.Usage.Input != 20 {
		t.Errorf("the left turn is %+v", first)
	}
	if got := fmt.Sprint(c.Files); got != "{[b.go] [c.go] [a.go]}" {
		t.Errorf("files are %s", got)
	}
	if l := c.Left; l.Turns != 2 || l.Alone != 2 || l.Calls != 4 || l.Failed != 1 || l.Usage.Output != 2 ||
		l.Stop != "end_turn" || l.Answer.Text != "done" || l.CLI != "claude" {
		t.Errorf("the left side is %+v", l)
	}
}

func TestTextsAreCutWhereThatIsWanted(t *testing.T) {
	long := strings.Repeat("word ", 1000)
	c, err := compare.Compare(t.Context(), talk("l", "", "> "+long), talk("r", "", "> other"), compare.Options{Most: 100})
	if err != nil || len(c.Turns[0].Left.Prompt.Text) > 100 || c.Turns[0].Left.Prompt.More < 4800 {
		t.Errorf("the prompt is %+v, %v", c.Turns[0].Left.Prompt, err)
	}
}

func TestForkOfTheSameCLIPartsFromItsParent(t *testing.T) {
	folder := t.TempDir()
	fixtures.Copy(t, "claude/fork-child.jsonl", folder+"/child.jsonl")
	fixtures.Copy(t, "claude/text.jsonl", folder+"/text.jsonl")
	child := open(t, folder+"/child.jsonl")
	c := compared(t, open(t, folder+"/text.jsonl"), child)
	if c.Left.Alone != 0 || c.Right.Alone != c.Right.Turns-c.Left.Turns || c.Common.Turns != c.Left.Turns ||
		c.Right.Alone == 0 {
		t.Errorf("%+v; left %+v, right %+v", c.Common, c.Left, c.Right)
	}
}

func TestErrorOfAStreamSaysOnWhichSide(t *testing.T) {
	failed := errors.New("cut")
	broken := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, failed) }}
	sound := talk("a", "", "> one")
	if _, err := compare.Compare(t.Context(), sound, broken, compare.Options{}); !errors.Is(err, failed) ||
		!strings.Contains(err.Error(), "right") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := compare.Compare(ctx, sound, sound, compare.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// long is a session of so many calls whose outputs have 64 kB each, and tells the most memory that is held while it is
// read.
func long(calls int, most *uint64) timeline.Stream {
	output := timeline.NewText(strings.Repeat("x", 64<<10))
	return timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) {
		for i := range calls {
			if i%200 == 0 && most != nil {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				*most = max(*most, m.HeapAlloc)
			}
			id := fmt.Sprint("c", i)
			for _, e := range []*timeline.Entry{
				{ID: "u" + id, Type: timeline.User, Content: timeline.NewText("Go on with " + id)},
				{ID: id, Type: timeline.ToolCall, Tool: timeline.Bash, Input: []byte(`{"command":"make"}`)},
				{ID: "r" + id, Type: timeline.ToolResult, CallID: id, Output: output},
			} {
				if !yield(e, nil) {
					return
				}
			}
		}
	}}
}

func TestMemoryDoesNotGrowWithWhatStepsHold(t *testing.T) {
	var before, most uint64
	long(1, &before).Entries(func(*timeline.Entry, error) bool { return true })
	c := compared(t, long(1600, &most), long(1600, &most)) // 100 MB each
	if !c.Equal() || c.Common.Steps != 3200 || most-before > 12<<20 {
		t.Errorf("%d MB are held; %+v", (most-before)>>20, c.Common)
	}
}

// BenchmarkCompare compares two sessions of 25 MB.
func BenchmarkCompare(b *testing.B) {
	b.SetBytes(2 * 400 * 64 << 10)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := compare.Compare(b.Context(), long(400, nil), long(400, nil), compare.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
