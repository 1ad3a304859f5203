package timeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func family() Stream {
	child := Stream{
		Header: Header{ID: "kid", Version: Version, Source: Source{CLI: "claude"},
			Lineage: &Lineage{Parent: "claude:x", At: "c", Kind: LineageSubagent}},
		Entries: Of(&Entry{ID: "k", Type: User, Content: NewText("go")}),
	}
	return Stream{Header: Header{ID: "x", Version: Version, Source: Source{CLI: "claude"}},
		Entries: Of(fullEntries()...), Children: []Stream{child, child}}
}

func TestWriteDocumentIsOneJSONDocument(t *testing.T) {
	var out bytes.Buffer
	n, err := WriteDocument(&out, family())
	if err != nil || n != len(fullEntries()) {
		t.Fatalf("wrote %d entries, error %v", n, err)
	}
	var document struct {
		ID       string
		Timeline []Entry
		Children []struct {
			ID       string
			Timeline []Entry
		}
	}
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	if document.ID != "x" || len(document.Timeline) != n || len(document.Children) != 2 ||
		len(document.Children[1].Timeline) != 1 {
		t.Errorf("got %+v", document)
	}
	if lines := strings.Count(out.String(), "\n"); lines != n+5 {
		t.Errorf("%d lines: an entry shall stand on a line", lines)
	}
}

func TestWriteLinesWritesAnEntryALine(t *testing.T) {
	var out bytes.Buffer
	n, err := WriteLines(&out, family())
	if err != nil || n != len(fullEntries()) {
		t.Fatalf("wrote %d entries, error %v", n, err)
	}
	var kinds []string
	for line := range strings.Lines(out.String()) {
		var peek struct{ Format, ID string }
		if err := json.Unmarshal([]byte(line), &peek); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		kinds = append(kinds, peek.Format+":"+peek.ID)
	}
	want := []string{"stead-timeline:x", ":u", ":a", ":c", ":r", ":s", ":o", "stead-timeline:kid", ":k",
		"stead-timeline:kid", ":k"}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestWritingAnEmptyTimeline(t *testing.T) {
	var out bytes.Buffer
	if _, err := WriteDocument(&out, Stream{Entries: Of()}); err != nil || !json.Valid(out.Bytes()) {
		t.Errorf("got %s, error %v", out.Bytes(), err)
	}
}

var errBroken = errors.New("broken")

func TestWritersReportTheStreamsError(t *testing.T) {
	broken := family()
	broken.Entries = func(yield func(*Entry, error) bool) {
		if yield(fullEntries()[0], nil) {
			yield(nil, errBroken)
		}
	}
	parent := family()
	parent.Children = []Stream{broken}
	for name, s := range map[string]Stream{"own entries": broken, "a child's entries": parent,
		"filtered": broken.Filter(keepAll)} {
		if _, err := WriteDocument(&bytes.Buffer{}, s); !errors.Is(err, errBroken) {
			t.Errorf("document, %s: error %v", name, err)
		}
		if _, err := WriteLines(&bytes.Buffer{}, s); !errors.Is(err, errBroken) {
			t.Errorf("lines, %s: error %v", name, err)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWritersReportTheDestinationsError(t *testing.T) {
	if _, err := WriteDocument(brokenWriter{}, family()); !errors.Is(err, errBroken) {
		t.Errorf("document: error %v", err)
	}
	if _, err := WriteLines(brokenWriter{}, family()); !errors.Is(err, errBroken) {
		t.Errorf("lines: error %v", err)
	}
}

func keepAll(e *Entry) (*Entry, bool) { return e, true }

func TestFilterDropsChangesAndCuts(t *testing.T) {
	filtered := family().Filter(func(e *Entry) (*Entry, bool) {
		changed := *e
		changed.ID += "!"
		return &changed, e.Type != ToolCall
	})
	if !filtered.Cut {
		t.Error("the filtered stream does not say that it is cut")
	}
	var ids []string
	for e, err := range filtered.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if ids = append(ids, e.ID); len(ids) == 3 {
			break
		}
	}
	if diff := cmp.Diff([]string{"u!", "a!", "r!"}, ids); diff != "" {
		t.Error(diff)
	}
}
