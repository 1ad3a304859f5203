package universal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stead/adapters/adapter"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/readers/universal"
	"stead/timeline"
)

// encodings holds the two encodings of a session.
var encodings = map[string]func(*bytes.Buffer, timeline.Stream) (int, error){
	"document": func(out *bytes.Buffer, s timeline.Stream) (int, error) { return timeline.WriteDocument(out, s) },
	"lines":    func(out *bytes.Buffer, s timeline.Stream) (int, error) { return timeline.WriteLines(out, s) },
}

// family returns a session with everything that the format has: unknown members, intact and damaged native records, and
// children of children.
func family() timeline.Stream {
	s := sample.Session()
	var entries []*timeline.Entry
	for e := range s.Entries {
		e.Native = &timeline.Record{CLI: "claude", Line: len(entries) + 1,
			Raw: []byte(`{"html":"<&>","n":1.50,"nested":{"a":["]}",{}]}}`)}
		e.Extra = timeline.Extra{"unknown": json.RawMessage(`{"x":[1,{"y":null}]}`), "z": json.RawMessage(`"\"}"`)}
		entries = append(entries, e)
	}
	entries[1].Native = &timeline.Record{CLI: "claude", Line: 2, Raw: []byte("{\"cut\": \"\xff"), Damaged: true}
	entries[2].Native = &timeline.Record{CLI: "claude", Line: 3, Raw: []byte(`{"cut": "`), Damaged: true}
	entries[3].Native.Raw = nil
	entries[4].Native.Session = "another"
	entries[5].Compaction = &timeline.Compaction{Trigger: "auto", Keeps: []string{"a"}}
	exit := 2
	entries[0].Origin = &timeline.Origin{Kind: timeline.Shell, Typed: timeline.NewText("make \"all\""), ExitCode: &exit,
		Extra: timeline.Extra{"x": json.RawMessage(`1`)}}
	entries[6].Hidden, entries[6].Branch, entries[6].StopReason = true, "b", "end"
	s.Entries = timeline.Of(entries...)
	s.Header.Extra = timeline.Extra{"mine": json.RawMessage(`{"deep":[1,2]}`)}
	s.Header.Branches = []timeline.Branch{{ID: "b", Entries: 1}}
	s.Children = []timeline.Stream{child("kid", "sample:"+s.Header.ID), child("second", "sample:"+s.Header.ID)}
	s.Children[0].Children = []timeline.Stream{child("grandkid", "sample:kid")}
	return s
}

func child(id, parent string) timeline.Stream {
	s := sample.Session()
	s.Header.ID = id
	s.Header.Lineage = &timeline.Lineage{Parent: parent, At: "call", Kind: timeline.LineageSubagent}
	return s
}

func encode(t testing.TB, encoding string, s timeline.Stream) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := encodings[encoding](&out, s); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func open(t testing.TB, content []byte) (timeline.Stream, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session")
	fixtures.Put(t, path, content)
	return universal.Reader{}.Open(context.Background(), adapter.Location{Path: path})
}

func mustOpen(t testing.TB, content []byte) timeline.Stream {
	t.Helper()
	s, err := open(t, content)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadBackAndWrittenAgainIsTheSame(t *testing.T) {
	defer goleak.VerifyNone(t)
	for encoding := range encodings {
		want := encode(t, encoding, family())
		s := mustOpen(t, want)
		for range 2 { // the stream can be ranged over again
			if diff := cmp.Diff(string(want), string(encode(t, encoding, s))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", encoding, diff)
			}
		}
		if !(universal.Reader{}).Detect(want) {
			t.Errorf("%s is not recognised", encoding)
		}
	}
}

func TestBothEncodingsHoldTheSame(t *testing.T) {
	lines := mustOpen(t, encode(t, "lines", family()))
	document := mustOpen(t, encode(t, "document", family()))
	if diff := cmp.Diff(string(encode(t, "document", document)), string(encode(t, "document", lines))); diff != "" {
		t.Errorf("(-document +lines):\n%s", diff)
	}
}

func TestPrettyPrintedDocumentIsTheSame(t *testing.T) {
	plain := encode(t, "document", family())
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, plain, "", "  "); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"indented":           pretty.Bytes(),
		"with CRLF":          bytes.ReplaceAll(pretty.Bytes(), []byte("\n"), []byte("\r\n")),
		"on one line":        bytes.ReplaceAll(plain, []byte("\n"), nil),
		"after a mark":       append([]byte("\uFEFF"), plain...),
		"in a lot of space":  append(bytes.Repeat([]byte(" \n"), 10_000), plain...),
		"with a line at end": append(bytes.Clone(plain), "\n\n"...),
	} {
		if diff := cmp.Diff(string(plain), string(encode(t, "document", mustOpen(t, content)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTimelineMayComeBeforeTheOtherMembers(t *testing.T) {
	const entry = `{"id":"e","timestamp":"2026-11-20T10:00:00Z","type":"user","content":"hi"}`
	const rest = `"id":"x","version":"1.0","source":{"cli":"claude"},"project":{"path":"/p"},"model":{"provider":"p","model":"m"},"metadata":{"created":"","lastModified":""}`
	content := []byte(`{"children":[],"timeline":[` + entry + `],` + rest + `}`)
	if !(universal.Reader{}).Detect(content) || !(universal.Reader{}).Detect([]byte(`{"timeline":[`+entry+`,{"id":"cut`)) {
		t.Error("a document that begins with its timeline is not recognised")
	}
	s := mustOpen(t, content)
	var got []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(e.AppendJSON(nil)))
	}
	if diff := cmp.Diff([]string{entry}, got); diff != "" || s.Header.ID != "x" {
		t.Errorf("header %+v, %s", s.Header, diff)
	}
}

func TestDetectRefuses(t *testing.T) {
	for _, content := range []string{
		``, `{}`, `[]`, `{"timeline":[]}`, `{"timeline":[{"at":1}]}`, `{"version":"1.0"}`, `{"format":"another"}`, "\xff",
		`{"version":"2.0","source":{"cli":"x"}}`,
	} {
		if (universal.Reader{}).Detect([]byte(content)) {
			t.Errorf("%s is taken for a session", content)
		}
	}
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	const members = `"id":"x","version":"1.0","source":{"cli":"c"},"project":{"path":""},"model":{},"metadata":{}`
	for _, c := range []struct {
		name, content, says string
		want                error
	}{
		{"empty", ``, "", adapter.ErrEmpty},
		{"prose", `hello`, "instead of", adapter.ErrFormat},
		{"array", `[]`, "instead of", adapter.ErrFormat},
		{"no timeline", `{` + members + `}`, "no timeline", adapter.ErrFormat},
		{"timeline is no array", `{` + members + `,"timeline":{}}`, "not an array", adapter.ErrFormat},
		{"children are no array", `{` + members + `,"timeline":[],"children":{}}`, "instead of", adapter.ErrFormat},
		{"future version", `{` + strings.Replace(members, "1.0", "9.0", 1) + `,"timeline":[]}`, `"9.0"`, adapter.ErrFormat},
		{"cut", `{` + members + `,"timeline":[{`, "in the middle", adapter.ErrFormat},
		{"no comma", `{"id":"x" "version":"1.0"}`, "instead of", adapter.ErrFormat},
		{"no value", `{"id":,"version":"1.0"}`, "no value", adapter.ErrFormat},
		{"something follows", `{` + members + `,"timeline":[]} {}`, "follows", adapter.ErrFormat},
		{"children without end", strings.Repeat(`{"children":[`, 200), "nest", adapter.ErrFormat},
		{"future version of lines", `{"format":"stead-timeline","version":"9.0"}`, "line 1", adapter.ErrFormat},
		{"header of another type", `{"format":"stead-timeline","version":1}`, "line 1", adapter.ErrFormat},
	} {
		_, err := open(t, []byte(c.content))
		if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.says) ||
			!strings.Contains(fmt.Sprint(err), "session") {
			t.Errorf("%s: error %v, want %v that says %q", c.name, err, c.want, c.says)
		}
	}
	_, err := universal.Reader{}.Open(t.Context(), adapter.Location{Path: filepath.Join(t.TempDir(), "none")})
	if !errors.Is(err, adapter.ErrNotFound) {
		t.Errorf("missing file: error %v", err)
	}
}

func TestWhatIsNoEntryIsKept(t *testing.T) {
	header, _ := timeline.AppendHeaderLine(nil, timeline.Header{ID: "x", Version: timeline.Version})
	damaged := []string{
		`{"id":"e","type":"user","content":`, `not JSON`, `[]`, `{"type":"user","content":"no id"}`, `{"id":7,"type":"user"}`,
		`{"id":"e","type":"user","content":["blocks"]}`, `{"id":"e","type":"tool_call","input":"text"}`, "{\"\xff",
		`{"id":"e","type":"user","native":7}`,
		`{"id":"e","type":"user","usage":"much"}`, `{"id":"e","type":"user","native":{"base64":"*"}}`,
	}
	s := mustOpen(t, append(header, strings.Join(damaged, "\n\n")...))
	var kept []string
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Hidden || !e.Native.Damaged {
			t.Errorf("%+v is not hidden", e)
		}
		kept = append(kept, string(e.Native.Raw))
	}
	if diff := cmp.Diff(damaged, kept); diff != "" {
		t.Error(diff)
	}
}

func TestNullsAreAbsentMembers(t *testing.T) {
	header, _ := timeline.AppendHeaderLine(nil, timeline.Header{ID: "x", Version: timeline.Version})
	const nulls = `{"id":"e","timestamp":null,"type":"user","content":null,"usage":null,"attachments":null,"compaction":null,"native":null,"model":null}`
	for e, err := range mustOpen(t, append(header, nulls...)).Entries {
		if err != nil || e.Hidden || string(e.AppendJSON(nil)) != `{"id":"e","timestamp":"","type":"user","content":""}` {
			t.Errorf("got %s, error %v", e.AppendJSON(nil), err)
		}
	}
}

// A file that was truncated anywhere results in an error or a part of its entries, each unchanged.
func TestFilesCutAnywhere(t *testing.T) {
	small := timeline.Stream{Header: family().Header, Entries: timeline.Of(
		&timeline.Entry{ID: "a", Type: timeline.User, Content: timeline.NewText("one \"quoted\"")},
		&timeline.Entry{ID: "b", Type: timeline.Assistant, Content: timeline.NewText(`back\slash`)},
	), Children: []timeline.Stream{{Header: family().Header, Entries: timeline.Of()}}}
	for encoding := range encodings {
		whole := encode(t, encoding, small)
		for at := range len(whole) - 1 {
			s, err := open(t, whole[:at])
			if err != nil {
				if !errors.Is(err, adapter.ErrFormat) && !errors.Is(err, adapter.ErrEmpty) {
					t.Errorf("%s cut at %d: %v", encoding, at, err)
				}
				continue
			}
			if encoding == "document" {
				t.Errorf("a document cut at %d was opened", at)
			}
			n := 0
			for e, err := range s.Entries {
				if err != nil || (!e.Hidden && e.ID != []string{"a", "b"}[n]) {
					t.Errorf("cut at %d: entry %+v, error %v", at, e, err)
				}
				n++
			}
		}
	}
}

func TestSessionThatGrowsIsReadAsItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "timeline.jsonl")
	content := encode(t, "lines", sample.Session())
	fixtures.Put(t, path, content)
	s, err := universal.Reader{}.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, path, append(bytes.Clone(content), `{"id":"later","timestamp":"","type":"user","content":""}`+"\n"...))
	if diff := cmp.Diff(string(content), string(encode(t, "lines", s))); diff != "" {
		t.Error(diff)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Entries {
		if err == nil {
			t.Error("an entry came from a file that is gone")
		}
	}
}

func TestCancelledContextEndsOpeningAndRange(t *testing.T) {
	defer goleak.VerifyNone(t)
	for encoding := range encodings {
		path := filepath.Join(t.TempDir(), encoding)
		fixtures.Put(t, path, encode(t, encoding, family()))
		ctx, cancel := context.WithCancel(t.Context())
		s, err := universal.Reader{}.Open(ctx, adapter.Location{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		for _, err = range s.Entries {
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the range ended with %v", encoding, err)
		}
		if _, err := (universal.Reader{}).Open(ctx, adapter.Location{Path: path}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: opened with %v", encoding, err)
		}
	}
}

func FuzzReader(f *testing.F) {
	for encoding := range encodings {
		f.Add(encode(f, encoding, family()))
	}
	f.Add([]byte(`{"format":"stead-timeline","version":"1.0"}` + "\n{}\n\n[\n"))
	f.Add([]byte(`{"version":"1.0","timeline":[{"id":"a"},7,"x\\\""],"children":[{}]}`))
	for _, path := range []string{"/dev/zero", "../../key", "pictures/red.png", ".ssh/key", "\\u0000", "\xff"} {
		f.Add(
			[]byte(
				`{"version":"1.0","timeline":[{"id":"\ud83d","type":"user","attachments":[{"mediaType":"image/png","path":"` +
					path + `"}]}]}`))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		universal.Reader{}.Detect(content)
		path := filepath.Join(t.TempDir(), "session")
		fixtures.Put(t, path, content)
		s, err := universal.Reader{}.Open(t.Context(), adapter.Location{Path: path})
		if err != nil {
			return
		}
		var entries []*timeline.Entry
		for e, err := range s.Entries {
			if err != nil {
				return
			}
			entries = append(entries, e)
		}
		adaptertest.CheckCarried(t, filepath.Dir(path), s.Header, entries)
	})
}
