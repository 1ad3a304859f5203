package timeline

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// entries of every type, each with all members that its type has.
func fullEntries() []*Entry {
	return []*Entry{
		{ID: "u", Timestamp: "2026-11-20T10:00:00Z", Type: User, Content: NewText("hi\n"), Attachments: []Attachment{
			{MediaType: "image/png", Name: "a<b>.png", Bytes: 3, Data: NewText("AAAA")},
			{MediaType: "text/plain", SHA256: "ff", Path: "/blob"},
		}},
		{ID: "a", Type: Assistant, ParentID: "u", Content: NewText("<b>&"), Thinking: NewText("hm"), Model: "m",
			StopReason: "end",
			Usage:      &Usage{Input: 1, Output: 2, CacheRead: 3, CacheWrite: 4, Reasoning: 5, Cost: 0.0125}},
		{ID: "c", Type: ToolCall, Tool: Bash, OriginalTool: "sh", Input: json.RawMessage(`{"command":"ls  <x>"}`)},
		{ID: "r", Type: ToolResult, CallID: "c", Success: true, Output: NewText("out"), Error: NewText("bad")},
		{ID: "s", Type: System, Content: NewText("sum"), Hidden: true, Branch: "b",
			Compaction: &Compaction{Trigger: "auto", Keeps: []string{"u"}},
			Native:     &Record{CLI: "claude", Session: "other", Line: 7, Raw: []byte(`{"html":"<&>",  "spaced": 1}`)},
			Extra:      Extra{"zeta": json.RawMessage(`{"x":1}`), "alpha": json.RawMessage(`null`)}},
		{ID: "o", Type: User, Content: NewText("make: no rule\n"), Origin: &Origin{
			Kind: Shell, Name: "sh", Typed: NewText("make \"all\""), ExitCode: new(2),
			Extra: Extra{"o1": json.RawMessage(`[1]`)}}},
	}
}

func TestEntryRoundTrip(t *testing.T) {
	for _, e := range fullEntries() {
		encoded := e.AppendJSON(nil)
		var back Entry
		if err := json.Unmarshal(encoded, &back); err != nil {
			t.Fatalf("%s: %v", encoded, err)
		}
		if again := back.AppendJSON(nil); !bytes.Equal(encoded, again) {
			t.Errorf("(-first +second)\n%s", cmp.Diff(string(encoded), string(again)))
		}
		if e.Native != nil && !bytes.Equal(e.Native.Raw, back.Native.Raw) {
			t.Errorf("the native record became %s", back.Native.Raw)
		}
	}
}

func TestUnknownMembersOfEveryPartSurvive(t *testing.T) {
	const header = `{"id":"x","version":"1.0","source":{"cli":"c","s1":[1]},"project":{"path":"/p","git":{"branch":"b","commit":"c","g1":{}},"p1":"v"},` +
		`"model":{"provider":"p","model":"m","m1":null},"metadata":{"created":"a","lastModified":"b","tokens":{"input":1,"output":2,"t1":3},"d1":1.50},` +
		`"lineage":{"parent":"claude:1","kind":"fork","l1":true},"branches":[{"id":"b","entries":1,"b1":[]}],"h1":"v"}`
	const entry = `{"id":"e","timestamp":"","type":"system","content":"","usage":{"input":1,"output":2,"u1":3},` +
		`"attachments":[{"mediaType":"m","a1":{"x":null}}],"compaction":{"trigger":"auto","c1":"v"},"e1":7}`
	var e Entry
	if err := json.Unmarshal([]byte(entry), &e); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(entry, string(e.Clone().AppendJSON(nil))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var h Header
	if err := json.Unmarshal([]byte(header), &h); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(header, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRecordForms(t *testing.T) {
	for _, c := range []struct {
		name   string
		record Record
		want   string
	}{
		{"sound", Record{CLI: "claude", Line: 1, Raw: []byte(`{"a": 1}`)}, `{"cli":"claude","line":1,"raw":{"a": 1}}`},
		{"further entry of a record", Record{CLI: "claude", Line: 1}, `{"cli":"claude","line":1}`},
		{"cut line", Record{CLI: "claude", Line: 2, Raw: []byte(`{"a": "b`), Damaged: true},
			`{"cli":"claude","line":2,"text":"{\"a\": \"b"}`},
		{"blank line", Record{CLI: "claude", Line: 3, Raw: []byte{}, Damaged: true}, `{"cli":"claude","line":3,"text":""}`},
		{"no UTF-8", Record{CLI: "claude", Line: 4, Raw: []byte("\xff\x00"), Damaged: true},
			`{"cli":"claude","line":4,"base64":"/wA="}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			encoded := c.record.AppendJSON(nil)
			if string(encoded) != c.want {
				t.Errorf("got %s, want %s", encoded, c.want)
			}
			var back Record
			if err := json.Unmarshal(encoded, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.record, back); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if err := json.Unmarshal([]byte(`{"base64":"*"}`), new(Record)); err == nil {
		t.Error("bad base64 was accepted")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	buffer := bytes.Clone(fullEntries()[4].AppendJSON(nil))
	var e Entry
	if err := json.Unmarshal(buffer, &e); err != nil {
		t.Fatal(err)
	}
	e.Native.Raw = []byte{}
	e.Attachments = []Attachment{{Data: NewText("AAAA")}}
	c := e.Clone()
	if c.Native.Raw == nil {
		t.Error("the blank record is no record any more")
	}
	before := string(c.AppendJSON(nil))
	copy(e.Content.raw, `"xxx"`)
	copy(e.Attachments[0].Data.raw, `"BBBB"`)
	e.Attachments[0].Name, e.Native.Line, e.Compaction.Keeps[0] = "changed", 99, "changed"
	e.Extra["zeta"] = json.RawMessage(`0`)
	if diff := cmp.Diff(before, string(c.AppendJSON(nil))); diff != "" {
		t.Errorf("changing the original changed the clone:\n%s", diff)
	}
}

func TestHiddenAndAbandonedEntriesAreNotActive(t *testing.T) {
	for _, c := range []struct {
		entry          Entry
		active, starts bool
	}{
		{Entry{Type: User}, true, true},
		{Entry{Type: Assistant}, true, false},
		{Entry{Type: User, Hidden: true}, false, false},
		{Entry{Type: User, Branch: "b"}, false, false},
	} {
		if c.entry.Active() != c.active || c.entry.StartsTurn() != c.starts {
			t.Errorf("%+v: active %v, starts a turn %v", c.entry, c.entry.Active(), c.entry.StartsTurn())
		}
	}
}

func TestObjectsNestAndStayInOrder(t *testing.T) {
	o := NewObject([]byte("x"))
	o.Optional("left out", "")
	o.Int("n", -5)
	o.Bool("b", false)
	o.Append("o", func(dst []byte) []byte { inner := NewObject(dst); return inner.End() })
	o.members(Extra{"z": json.RawMessage(`1`), "a": json.RawMessage(`2`)})
	if got := string(o.End()); got != `x{"n":-5,"b":false,"o":{},"a":2,"z":1}` {
		t.Error(got)
	}
}

func TestAMemberWithoutAValueIsNull(t *testing.T) {
	o := NewObject(nil)
	o.Raw("a", nil)
	o.Raw("b", []byte("1"))
	if got := string(o.End()); got != `{"a":null,"b":1}` {
		t.Error(got)
	}
}

func TestValidateNamesEachBreach(t *testing.T) {
	sound := []*Entry{
		{ID: "u", Type: User, Timestamp: "2026-11-20T10:00:00.123Z"},
		{ID: "c", Type: ToolCall, Tool: Bash, ParentID: "u"},
		{ID: "r", Type: ToolResult, CallID: "c"},
	}
	header := Header{ID: "x", Version: Version, Source: Source{CLI: "claude"}}
	for _, c := range []struct {
		name   string
		header Header
		add    *Entry
		want   string
	}{
		{"sound", header, &Entry{ID: "s", Type: System}, ""},
		{"header", Header{}, &Entry{ID: "s", Type: System}, "header header header"},
		{"no id", header, &Entry{Type: System}, "id"},
		{"doubled id", header, &Entry{ID: "u", Type: System}, "id"},
		{"type", header, &Entry{ID: "s", Type: "human"}, "type"},
		{"tool", header, &Entry{ID: "s", Type: ToolCall, Tool: "Bash"}, "type"},
		{"time", header, &Entry{ID: "s", Type: User, Timestamp: "yesterday"}, "timestamp"},
		{"parent", header, &Entry{ID: "s", Type: User, ParentID: "later"}, "parent"},
		{"call", header, &Entry{ID: "s", Type: ToolResult, CallID: "u"}, "call"},
	} {
		problems, err := Validate(Stream{Header: c.header, Entries: Of(append(sound, c.add)...)})
		var rules []string
		for _, problem := range problems {
			rules = append(rules, string(problem.Rule))
			if problem.String() == "" {
				t.Errorf("%s: a problem without words", c.name)
			}
		}
		if err != nil || strings.Join(rules, " ") != c.want {
			t.Errorf("%s: problems %v, want %q (error %v)", c.name, problems, c.want, err)
		}
	}
}
