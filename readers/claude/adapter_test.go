package claude_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	format "stead/internal/format/claude"
	"stead/readers/claude"
	writer "stead/writers/claude"
)

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, adaptertest.Adapter{
		Reader:   claude.Reader{},
		Writer:   writer.Writer{},
		Root:     ".claude",
		Fixtures: []string{"claude/*.jsonl"},
		Place:    place,
		Damage: map[string]func([]byte) []byte{
			"a cycle of parents":      cycle,
			"children before parents": reverse,
			"a version of the future": func(file []byte) []byte {
				return bytes.ReplaceAll(file, []byte(`"version":"2.1.197"`), []byte(`"version":"9.0.0"`))
			},
		},
		Lacking: map[string]string{"tui": "the interrupted answer names no model and no tokens"},
		Lossy: map[string]string{
			"thinking":           "the CLI takes none that its vendor has not signed",
			"assistant content":  "an entry of thinking alone is gone, so the next one is compared with it",
			"assistant entry":    "an entry of thinking alone is gone",
			"timestamp":          "an entry of thinking alone is gone, so the next one is compared with it",
			"model":              "a model of another vendor is written as <synthetic>, so that the user's default goes on",
			"header model":       "a model of another vendor is written as <synthetic>, so that the user's default goes on",
			"stop reason":        "each response must name one",
			"usage":              "the CLI takes the counts for the size of its own context",
			"tool list":          "the CLI has no such tool any more; the shell's ls stands for it",
			"input of tool bash": "the session's own folder needs no mention",
		},
	})
}

// place puts a fixture where the CLI would have it: by its records' session id, with its sub-agents beside it.
func place(t testing.TB, root, fixture string) adapter.Location {
	content := adaptertest.Read(t, fixture)
	id := between(content, `"sessionId":"`)
	path := format.SessionPath(root, between(content, `"cwd":"`), id)
	adaptertest.Put(t, path, content)
	switch folder := strings.TrimSuffix(fixture, ".jsonl"); filepath.Base(folder) {
	case "subagent", "reallife-background":
		adaptertest.Copy(t, folder, strings.TrimSuffix(path, ".jsonl"))
	}
	return adapter.Location{Path: path, ID: id}
}

func between(content []byte, begin string) string {
	_, rest, _ := bytes.Cut(content, []byte(begin))
	value, _, _ := bytes.Cut(rest, []byte{'"'})
	return string(value)
}

// cycle makes the first record with a parent the parent of its own parent.
func cycle(file []byte) []byte {
	child := between(file, `"parentUuid":"`)
	return bytes.Replace(file, []byte(`"parentUuid":null`), []byte(`"parentUuid":"`+child+`"`), 1)
}

func reverse(file []byte) []byte {
	lines := bytes.SplitAfter(file, []byte{'\n'})
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return bytes.Join(lines, nil)
}
