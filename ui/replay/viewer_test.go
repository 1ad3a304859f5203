package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/internal/term/plain"
	"stead/timeline"
)

// hostile tries to colour, to rename the window, to move the cursor and to hide, by 7-bit and 8-bit sequences.
const hostile = "\x1b[31m\x1b]0;x\x07\u009b2J\u202e\x1b[5A"

func stamp(second int) string {
	return time.Date(2026, 11, 21, 10, 0, second, 0, time.UTC).Format(time.RFC3339)
}

// lesson is two turns: a prompt, a call with a long output, an answer; a prompt, a sub-agent, a failed call. Two
// entries stand aside.
func lesson() timeline.Stream {
	raw := []byte(`{"uuid":"p1","message":{"text":"raw record"}}`)
	return timeline.Stream{
		Header: timeline.Header{ID: "lesson", Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of(
			&timeline.Entry{ID: "p1", Type: timeline.User, Timestamp: stamp(0), Content: timeline.NewText("fix it" + hostile),
				Native: &timeline.Record{CLI: "claude", Line: 7, Raw: raw}},
			&timeline.Entry{ID: "h", Type: timeline.System, Hidden: true, Content: timeline.NewText("harness text")},
			&timeline.Entry{ID: "c1", Type: timeline.ToolCall, Timestamp: stamp(2), Tool: timeline.Bash,
				Input: json.RawMessage(`{"command":"seq 90"}`),
				Usage: &timeline.Usage{Input: 100, CacheRead: 900, Output: 20, Cost: 0.25}, Model: "opus"},
			&timeline.Entry{ID: "r1", Type: timeline.ToolResult, Timestamp: stamp(5), CallID: "c1", Success: true,
				Output: timeline.NewText(counted(90))},
			&timeline.Entry{ID: "b", Type: timeline.Assistant, Branch: "old", Content: timeline.NewText("abandoned")},
			&timeline.Entry{ID: "a1", Type: timeline.Assistant, Timestamp: stamp(9), Content: timeline.NewText("done"),
				Usage: &timeline.Usage{Input: 1200, Output: 30}},
			&timeline.Entry{ID: "p2", Type: timeline.User, Content: timeline.NewText("now tests")},
			&timeline.Entry{ID: "c2", Type: timeline.ToolCall, Tool: timeline.Task, Input: json.RawMessage(`{"prompt":"look"}`)},
			&timeline.Entry{ID: "r2", Type: timeline.ToolResult, CallID: "c2", Error: timeline.NewText("it broke")},
		),
		Children: []timeline.Stream{{
			Header: timeline.Header{ID: "kid", Lineage: &timeline.Lineage{At: "c2"}},
			Entries: timeline.Of(&timeline.Entry{ID: "k", Type: timeline.User, Content: timeline.NewText("look")},
				&timeline.Entry{ID: "l", Type: timeline.Assistant, Content: timeline.NewText("seen")}),
		}},
	}
}

func counted(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func opened(t *testing.T, s timeline.Stream) *Session {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	session, err := Open(t.Context(), "claude:lesson", s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func viewer(t *testing.T) *Viewer {
	v := NewViewer(opened(t, lesson()), Options{Zone: time.UTC})
	v.Resize(24, 80)
	return v
}

// press presses keys, the last of which must not leave the viewer.
func press(t *testing.T, v *Viewer, keys ...Key) {
	t.Helper()
	for _, k := range keys {
		if v.Press(k) {
			t.Fatalf("%q left the viewer", k)
		}
	}
}

func TestKeysGoThroughASession(t *testing.T) {
	cases := []struct{ name, keys, position, body string }{
		{"the beginning", "", "step 1/9 · turn 1/2 · 2026-11-21 10:00:00", "fix it"},
		{"next", "right", "step 2/9 · turn 1/2 · 2026-11-21 10:00:02 (+2s)", "call: bash seq 90"},
		{"previous", "right|right|left", "step 2/9", "call: bash"},
		{"not before the first", "left", "step 1/9", "this is the first step"},
		{"not behind the last", "G|right", "step 9/9", "this is the last step"},
		{"the result says its call", "right|j", "step 3/9", "result of bash seq 90"},
		{"next call", "c|c", "step 6/9", "call: task look"},
		{"the call before", "G|C|C", "step 2/9", "call: bash"},
		{"no call before", "C", "step 1/9", "there is no call before this one"},
		{"next turn", "t", "step 5/9 · turn 2/2", "now tests"},
		{"the turn before", "G|T|T", "step 1/9", "fix it"},
		{"a sub-agent follows its call", "c|c|right", "step 7/9 · turn 2/2 · sub-agent 1 deep", "look"},
		{"a failed call", "G", "step 9/9", "failed: result of task look"},
		{"a number", ":|4|enter", "step 4/9", "done"},
		{"no such number", ":|4|0|enter", "step 1/9", "there are steps 1 to 9"},
		{"hidden ones and branches", "a|right", "step 2/11", "harness text"},
		{"the place stays when they go", "a|right|right|a", "step 2/9", "call: bash"},
		{"a long text is folded", "right|right", "step 3/9", "76 more lines (o opens)"},
		{"it is opened", "right|right|o|page down|page down", "step 3/9", "line 45"},
		{"a page, then the next step", "right|right| ", "step 4/9", "done"},
		{"scrolled to its end, then the next step", "right|right|o| | | | | ", "step 4/9", "done"},
		{"found", "/|D|O|N|E|enter", "step 4/9", "done"},
		{"found in what was folded", "/|l|i|n|e| |8|8|enter", "step 3/9", "line 88"},
		{"found again", "/|l|o|o|k|enter|n", "step 7/9", "look"},
		{"found before", "/|l|o|o|k|enter|n|N", "step 6/9", "call: task look"},
		{"found at the other end", "G|/|f|i|x|enter", "step 1/9", "the search continued at the other end"},
		{"not found", "/|z|z|enter", "step 1/9", "nowhere: zz"},
		{"a search that is taken back", "/|z|escape", "step 1/9", "next"},
		{"a letter that is taken back", "/|d|o|x|backspace|n|enter", "step 4/9", "done"},
		{"the native record", "r", "step 1/9", `"text": "raw record"`},
		{"no native record", "right|r", "step 2/9", "there is no native record"},
		{"help", "?", "step 1/9", "the native record of the step"},
		{"help goes", "?|right", "step 1/9", "fix it"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v := viewer(t)
			for k := range strings.SplitSeq(c.keys, "|") {
				if k != "" {
					press(t, v, Key(k))
				}
			}
			frame := strings.Join(v.Frame(), "\n")
			if !strings.Contains(v.Frame()[0], c.position) || !strings.Contains(frame, c.body) {
				t.Errorf("want %q and %q in\n%s", c.position, c.body, frame)
			}
		})
	}
}

func TestEachStepTellsWhatTheModelSawAndWhatItCost(t *testing.T) {
	v := viewer(t)
	press(t, v, Right)
	if got, want := v.Frame()[1], "saw 1000 (900 cached), wrote 20, 0.2500 USD · so far 1000 in, 20 out, 0.2500 USD"; !strings.HasPrefix(got, plain.Fit(want, 79)[:70]) {
		t.Errorf("got %s", got)
	}
	press(t, v, Right, Right)
	if got := v.Frame()[1]; !strings.HasPrefix(got, "saw 1200, wrote 30 · so far 2200 in, 50 out, 0.2500 USD") {
		t.Errorf("got %s", got)
	}
}

func TestNothingOfAStrangerReachesTheScreenAsItIs(t *testing.T) {
	v := viewer(t)
	v.All = true
	for range 12 {
		for _, row := range v.Frame() {
			if strings.ContainsAny(row, "\x1b\x07\u009b\u202e") {
				t.Errorf("step %d: %q", v.at+1, row)
			}
		}
		press(t, v, Right)
	}
}

func TestAFrameFillsTheScreenAndNoMore(t *testing.T) {
	for _, size := range [][2]int{{24, 80}, {4, 20}, {60, 200}, {1, 1}} {
		v := viewer(t)
		v.Resize(size[0], size[1])
		for range 9 {
			frame := v.Frame()
			if len(frame) != max(4, size[0]) {
				t.Errorf("%v: %d rows", size, len(frame))
			}
			for _, row := range frame {
				if plain.Width(row) > max(20, size[1]) {
					t.Errorf("%v: %d cells: %s", size, plain.Width(row), row)
				}
			}
			press(t, v, Right)
		}
	}
}

func TestLeaving(t *testing.T) {
	for _, keys := range [][]Key{{"q"}, {Interrupt}, {"/", "x", Interrupt}, {"?", Interrupt}} {
		v := viewer(t)
		done := false
		for _, k := range keys {
			done = v.Press(k)
		}
		if !done {
			t.Errorf("%q do not leave", keys)
		}
	}
}

func TestASessionWithNothingToShowSaysSo(t *testing.T) {
	s := timeline.Stream{Entries: timeline.Of(&timeline.Entry{ID: "h", Type: timeline.System, Hidden: true,
		Content: timeline.NewText("deep")})}
	v := NewViewer(opened(t, s), Options{Zone: time.UTC})
	press(t, v, Right, "c", "/", "n", "r", "o")
	if frame := strings.Join(v.Frame(), "\n"); !strings.Contains(frame, "no visible step") {
		t.Error(frame)
	}
	press(t, v, "a")
	if frame := strings.Join(v.Frame(), "\n"); !strings.Contains(frame, "deep") {
		t.Error(frame)
	}
}

func TestTheTemporaryFileIsNobodyElses(t *testing.T) {
	opened(t, lesson())
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("a name stays: %v, %v", left, err)
	}
}

func TestASourceThatFailsIsReported(t *testing.T) {
	broken := errors.New("broken")
	s := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, broken) }}
	if _, err := Open(context.Background(), "x", s); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestStepsAreReadBackAsTheyWere(t *testing.T) {
	s := opened(t, lesson())
	var ids []string
	for i := range s.Steps {
		e, err := s.Entry(i)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	if diff := cmp.Diff("p1 h c1 r1 b a1 p2 c2 k l r2", strings.Join(ids, " ")); diff != "" {
		t.Error(diff)
	}
	if s.Steps[3].Call != 2 || s.Steps[10].Call != 7 || s.Steps[8].Turn != 2 {
		t.Errorf("steps %+v", s.Steps)
	}
}

func TestPrintFoldsNothing(t *testing.T) {
	var out bytes.Buffer
	if err := Print(&out, opened(t, lesson()), Options{Zone: time.UTC}, 80); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"step 3/9 · turn 1/2 · 2026-11-21 10:00:05 (+3s)\n", "  line 90\n", "it broke",
		"step 7/9 · turn 2/2 · sub-agent 1 deep\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(out.String(), "more lines") || strings.Contains(out.String(), "harness text") {
		t.Error("something is folded, or a hidden entry shown")
	}
}
