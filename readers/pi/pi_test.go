package pi_test

import (
	"bytes"
	"path"
	"testing"
	"time"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	format "stead/internal/format/pi"
	"stead/readers"
	"stead/readers/pi"
	writer "stead/writers/pi"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

// The CLI rewrites a session of version 1 when it loads it, so that under a new id it is converted: the suite demands its own lines.
func TestVersion1(t *testing.T) {
	a := suite()
	a.Writer, a.Fixtures, a.Lossy, a.Damage = nil, []string{"pi/handwritten/old/version-1.jsonl"}, nil, nil
	adaptertest.Run(t, a)
}

// What a record says may be changed by one that comes later, which a tail cannot know yet.
func TestEdits(t *testing.T) {
	a := suite()
	a.Reader, a.Fixtures = struct{ readers.Reader }{pi.New()}, []string{"pi/handwritten/tree-and-edits.jsonl"}
	adaptertest.Run(t, a)
}

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   pi.New(),
		Writer:   writer.New(),
		Root:     ".pi/agent",
		Fixtures: []string{"pi/*.jsonl", "pi/handwritten/minimal.jsonl"},
		Place:    place,
		Damage: map[string]func([]byte) []byte{
			"a cycle of parents":      cycle,
			"children before parents": reverse,
			"no header":               func(file []byte) []byte { return file[bytes.IndexByte(file, '\n')+1:] },
			"a version of the future": func(file []byte) []byte {
				return bytes.Replace(file, []byte(`"version":3`), []byte(`"version":9`), 1)
			},
		},
		Lacking: map[string]string{"handwritten": "tokens: the files were written by hand without them"},
		Lossy: map[string]string{
			"origin command":     "Pi keeps the text for which a command stands as the prompt",
			"thinking":           "the CLI would paste the thinking of another model into the text",
			"usage":              "the CLI takes the counts of the last answer for the size of its own context",
			"model":              "an answer names the model with which the session goes on, and the suite names none",
			"header model":       "the same",
			"stop reason":        "an answer must name one of the CLI's own",
			"timestamp":          "the texts and calls of a response are one record",
			"input of tool bash": "the session's own folder needs no mention",
			"tool ask":           "the CLI has no such tool: the call keeps its name",
			"tool task":          "the same",
			"tool web_fetch":     "the same",
			"tool web_search":    "the same",
		},
	}
}

// place puts a fixture where the CLI would have it.
func place(t testing.TB, root, fixture string) adapter.Location {
	content := adaptertest.Read(t, fixture)
	id := between(content, `"id":"`)
	file := format.SessionPath(root, between(content, `"cwd":"`), id, time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
	adaptertest.Put(t, file, content)
	return adapter.Location{Path: path.Clean(file), ID: id}
}

func between(content []byte, begin string) string {
	_, rest, _ := bytes.Cut(content, []byte(begin))
	value, _, _ := bytes.Cut(rest, []byte{'"'})
	return string(value)
}

// cycle makes the first record with a parent the parent of its own parent.
func cycle(file []byte) []byte {
	child := between(file, `"parentId":"`)
	return bytes.Replace(file, []byte(`"parentId":null`), []byte(`"parentId":"`+child+`"`), 1)
}

// reverse turns the order of all records behind the header around.
func reverse(file []byte) []byte {
	lines := bytes.SplitAfter(file, []byte{'\n'})
	for i, j := 1, len(lines)-2; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return bytes.Join(lines, nil)
}
