package recordtree_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// letters is a format of lines such as {"id":"b","on":"a"}, in which the content of a record is its id. A line may be a
// fragment, keep the records from one on, or change a record. It may also be a part of a message, make or answer a
// call, and name the leaf.
type letters struct{}

func (letters) Mark(line []byte, about *recordtree.About) recordtree.Mark {
	v := jsonl.Value(line)
	if !v.IsObject() {
		return recordtree.Mark{}
	}
	about.Records++
	m := recordtree.Mark{
		Place: recordtree.Leaf, ID: v.Get("id"), Parent: v.Get("on"), IsFragment: v.Get("fragment").Bool(), Shown: 1,
		KeptFrom: v.Get("keeps"), KeptLine: int(v.Get("line").Int()), Edits: v.Get("edits"), EndsAtGap: v.Get("gap").Bool(),
	}
	m.Message = recordtree.Message{ID: v.Get("message"), IsPart: v.Get("message") != nil, IsFinal: true}
	if call := v.Get("calls"); call != nil {
		m.Message.Calls = []jsonl.Value{call}
	}
	if call := v.Get("answers"); call != nil {
		m.Answers = []jsonl.Value{call}
	}
	m.Goes, m.GoesBack = v.Get("goes"), v.Get("back").Bool()
	m.EditsRecent = v.Get("recent").Bool()
	for call := range jsonl.Elements(v.Get("cuts")) {
		m.EditsResults = append(m.EditsResults, call)
	}
	for id := range jsonl.Elements(v.Get("beside")) {
		m.KeptBeside = append(m.KeptBeside, id)
	}
	m.Announces, m.Completes = count(v.Get("typed") != nil), count(v.Get("text") != nil)
	if v.Get("note").Bool() {
		m.Place, m.Shown = recordtree.Within, 0
	}
	if v.Get("outside").Bool() {
		m.Place, m.Shown = recordtree.Beside, 0
	}
	return m
}

func (letters) Parse(line jsonl.Line) recordtree.Record {
	v := jsonl.Value(line.Bytes)
	id := v.Get("id").String()
	name := id
	if name == "" {
		name = fmt.Sprintf("line-%d", line.Number)
	}
	e := &timeline.Entry{ID: name, Type: timeline.User, Content: timeline.NewText(name),
		Native: &timeline.Record{Line: line.Number, Raw: line.Bytes}}
	_, _, isSound := jsonl.Clean(line.Bytes)
	e.Hidden = !isSound || v.Get("note").Bool() || v.Get("outside").Bool()
	if v.Get("keeps") != nil || v.Get("line") != nil {
		e.Type, e.Compaction = timeline.System, &timeline.Compaction{}
	}
	r := recordtree.Record{Line: line.Number, ID: id, Entries: []*timeline.Entry{e}}
	if v.Get("summary") != nil {
		e.Type, e.Compaction = timeline.System, &timeline.Compaction{}
	}
	if v.Get("beside") != nil {
		r.Boundary = &timeline.Compaction{}
	}
	if typed := v.Get("typed"); typed != nil {
		e.Origin = &timeline.Origin{Kind: timeline.Command, Typed: timeline.RawText(typed)}
	}
	return r
}

func count(is bool) recordtree.Pair {
	if is {
		return 1
	}
	return 0
}

func (l letters) Edit(line jsonl.Line, edit []byte) recordtree.Record {
	r := l.Parse(line)
	r.Entries[0].Content = timeline.NewText("edited by " + jsonl.Value(edit).Get("id").String())
	return r
}

// told opens a file with the given lines, in a short form: "b:a" is b on a, "b:" is a root, and "b" is a record without
// a parent. Members follow.
func told(t *testing.T, notes string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, []byte(file(notes)), 0o600); err != nil {
		t.Fatal(err)
	}
	session, err := recordtree.Open(context.Background(), path, letters{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for e, err := range session.Entries(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		word := e.Content.String()
		if e.Hidden {
			word = "(" + e.ID + ")"
		} else if e.Origin != nil && e.Content.String() != strings.TrimPrefix(e.Origin.Typed.String(), "/") {
			word = e.Origin.Typed.String() + "=" + word
		}
		if e.ParentID != "" {
			word += "<" + e.ParentID
		}
		if e.Compaction != nil {
			word += fmt.Sprint(e.Compaction.Keeps)
		}
		if e.Branch != "" {
			word += "/" + strings.TrimPrefix(e.Branch, "branch-")
		}
		all = append(all, word)
	}
	for _, b := range session.Branches {
		all = append(all, fmt.Sprintf("%s:%d<%s", b.ID, b.Entries, b.ParentID))
	}
	return strings.Join(all, " ")
}

func file(notes string) string {
	var lines []string
	for _, note := range strings.Fields(notes) {
		parts := strings.Split(note, ",")
		id, on, hasParent := strings.Cut(parts[0], ":")
		line := fmt.Sprintf(`{"id":%q`, id)
		switch {
		case note == "!":
			lines = append(lines, `{"cut`)
			continue
		case hasParent && on == "":
			line += `,"on":null`
		case hasParent:
			line += fmt.Sprintf(`,"on":%q`, on)
		}
		for _, member := range parts[1:] {
			line += "," + member
		}
		lines = append(lines, line+"}")
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestTree(t *testing.T) {
	for _, test := range []struct{ name, notes, want string }{
		{"a line of records", "a: b:a c:b", "a b<a c<b"},
		{"a branch that was left", "a: b:a c:b d:a e:d", "a b<a/1 c<b/1 d<a e<d branch-1:2<a"},
		{"two of them", "a: b:a c:a d:a", "a b<a/1 c<a/2 d<a branch-1:1<a branch-2:1<a"},
		{"a note does not decide the leaf", `a: b:a c:a n:b,"note":true`, "a b<a/1 c<a (n)<b/1 branch-1:1<a"},
		{"a new root", "a: b:a c: d:c", "a/1 b<a/1 c d<c branch-1:2<"},
		{"children before parents", "c:b b:a a: d:c", "a b<a c<b d<c"},
		{"one that waits behind others", "a: d:c b:a c:b e:d", "a b<a c<b d<c e<d"},
		{"a missing parent is the record before, and is named", "a: b:a d:c e:d", "a b<a d<b (d#2)<d e<d#2"},
		{"or a gap, where the format says so", `a: b:a d:c,"gap":true e:d`, "a/1 b<a/1 d (d#2)<d e<d#2 branch-1:2<"},
		{"not one that was passed over", `a: b:a n:b,"outside":true d:n`, "a b<a (n)<b d<b"},
		{"a damaged line as well", "a: ! c:b", "a (line-2) c<a"},
		{"no parents at all", "a b c", "a b<a c<b"},
		{"a ring", "a:b b:a c:b", "a b<a c<b"},
		{"a record that follows itself", "a:a b:a", "a b<a"},
		{"a later record takes the place of one with its id", "a: b:a b:a c:b", "a (line-2)<a b<a c<b"},
		{"a record that follows the one whose place it took", `a: b:a a:b`, "(line-1) b<line-1 a<b"},
		{"the last of several takes the place", `a: b:a c:b b:a b:a d:c`, "a (line-2)<a c<line-2 (line-4)<a b<a d<c"},
		{"a fragment belongs to it", `a: b:a b:a,"fragment":true c:b`, "a b<a b<b c<b"},
		{"a compaction keeps from a record on", `a: b:a c:b s:c,"keeps":"b" d:s`, "a b<a c<b s<c[b c] d<s"},
		{"not what was left", `a: b:a x:b c:b s:c,"keeps":"b"`, "a b<a x<b/1 c<b s<c[b c] branch-1:1<b"},
		{"or from a line on", `a b c s,"line":2`, "a b<a c<b s<c[b c]"},
		{"the next keeps its own", `a: b:a s:b,"keeps":"b" c:s u:c,"keeps":"c"`, "a b<a s<b[b] c<s u<c[c]"},
		{"a record that another changes", `a: b:a,"edits":"a" c:b`, "edited by b b<a c<b"},
		{"all of a ring is in the conversation", "a:c b:a c:b d:b", "c a<c b<a d<b"},
		{"all of a message is in the conversation", `a: b:a,"message":"m" c:a,"message":"m" d:c`, "a b<a c<a d<c"},
		{"answers beside the path as well",
			`a: b:a,"message":"m","calls":"x" c:b,"answers":"x" d:b,"message":"m","calls":"y" e:d,"answers":"y" f:e`,
			"a b<a c<b d<b e<d f<e"},
		{"an answer waits for its call", `a: c:a,"answers":"x" b:a,"message":"m","calls":"x" d:c`, "a b<a c<a d<c"},
		{"but not for one that follows it", `a: c:a,"answers":"x" b:c,"message":"m","calls":"x" d:b`, "a c<a b<c d<b"},
		{"parallel calls behind an answer that stands before its prompt",
			`b:a a: q:b x:q,"message":"m","calls":"1" y:x,"message":"m","calls":"2" r:x,"answers":"1" s:y,"answers":"2" e:s`,
			"a b<a q<b x<q y<x r<x s<y e<s"},
		{"an answer that stands before the last prompt", `b:a a:`, "a b<a"},
		{"but the last of two answers", `b:a c:a a:`, "a b<a/1 c<a branch-1:1<a"},
		{"a text and what was typed for it", `a: b:a,"typed":"/b" c:b,"text":true d:c`, "a (b)<a /b=c<b d<c"},
		{"typed without a text", `a: b:a,"typed":"/b" c:b`, "a b<a c<b"},
		{"a text for which nothing was typed", `a: b:a c:b,"text":true`, "a b<a c<b"},
		{"a boundary keeps what is shown", `a: n:a,"note":true b:n s:b,"beside":["a","n","b"] t:s,"summary":true`,
			"a (n)<a b<n s<b t<s[a b]"},
		{"replies that follow nothing are read in order", `a: b:,"message":"m" c: d:,"message":"n"`,
			"a b<a (b#2)<b c<b#2 d<c"},
		{"and records that all follow the first", `a: b:a,"message":"m" c:a d:a,"message":"n" e:a`,
			"a b<a (b#2)<b c<b#2 d<c e<d"},
		{"but not versions of an answer", `a: b:a,"message":"m" c:a,"message":"n" d:a,"message":"o"`,
			"a b<a/1 c<a/2 d<a branch-1:1<a branch-2:1<a"},
		{"a leaf to which the user went back", `a: b:a c:b n,"outside":true,"goes":"a","back":true`,
			"a b<a/1 c<b/1 (n) branch-1:2<a"},
		{"where something new was said", `a: b:a n,"outside":true,"goes":"a","back":true c:b`, "a b<a (n) c<b"},
		{"a beginning to which the user went back", `a: b:a n,"outside":true,"back":true`, "a/1 b<a/1 (n) branch-1:2<"},
		{"results that a record changes", `a: b:a,"message":"m","calls":"x" c:b,"answers":"x" d:c,"cuts":["x"]`,
			"a b<a edited by d<b d<c"},
		{"what a record changes since the last answer", `a: b:a,"message":"m" c:b d:c,"recent":true`,
			"a b<a edited by d<b d<c"},
		{"a leaf that is named", `a: b:a c:a n:c,"note":true,"goes":"b"`, "a b<a c<a/1 (n)<c/1 branch-1:1<a"},
		{"but that another follows", `a: b:a c:b,"goes":"a"`, "a b<a c<b"},
		{"not from a branch that was left", `a: b:a,"edits":"a" c:a`, "a b<a/1 c<a branch-1:1<a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := told(t, test.notes); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// The walk from a leaf must not use more stack with each record that waits for another.
func TestALongSessionUpsideDown(t *testing.T) {
	var notes []string
	for i := 20_000; i > 0; i-- {
		notes = append(notes, fmt.Sprintf("n%d:n%d", i, i-1))
	}
	got := told(t, strings.Join(append(notes, "n0:", "end:n20000"), " "))
	if !strings.HasPrefix(got, "n0 n1<n0 n2<n1 ") || !strings.HasSuffix(got, " n20000<n19999 end<n20000") {
		t.Errorf("got %.60s", got)
	}
}

func TestWhatIsNoSession(t *testing.T) {
	for content, want := range map[string]error{"": adapter.ErrEmpty, "{cut\n": adapter.ErrFormat,
		`{"id":"a","note":true}` + "\n": adapter.ErrEmpty} {
		path := filepath.Join(t.TempDir(), "s")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := recordtree.Open(context.Background(), path, letters{}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", content, err, want)
		}
	}
	if _, err := recordtree.Open(context.Background(), filepath.Join(t.TempDir(), "none"), letters{}); !errors.Is(err,
		adapter.ErrNotFound) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestOrderIsTheFilesOwn(t *testing.T) {
	var order recordtree.Order
	var got []string
	write := func(record []byte) error {
		got = append(got, string(record))
		return nil
	}
	for _, line := range []int{2, 1, 5, 3} {
		if err := order.Add(line, []byte(fmt.Sprint(line)), write); err != nil {
			t.Fatal(err)
		}
	}
	if err := order.Flush(write); err != nil {
		t.Fatal(err)
	}
	if strings.Join(got, " ") != "1 2 3 5" {
		t.Errorf("got %v", got)
	}
}
