package qwen_test

import (
	"bytes"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	format "stead/internal/format/qwen"
	"stead/readers/qwen"
	writer "stead/writers/qwen"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   qwen.New(),
		Writer:   writer.New(),
		Root:     ".qwen",
		Fixtures: []string{"qwen/*.jsonl"},
		Place:    place,
		Damage: map[string]func([]byte) []byte{
			"a cycle of parents":      cycle,
			"children before parents": reverse,
			"a version of the future": func(file []byte) []byte {
				return bytes.ReplaceAll(file, []byte(`"version":"0.24.4"`), []byte(`"version":"9.0.0"`))
			},
		},
		Lacking: map[string]string{
			"03-tui-cancel": "the tokens of the answer that was interrupted", "reallife-more": "the tokens of the answer that was interrupted",
		},
		Lossy: map[string]string{
			"usage":       "the CLI takes the counts for the size of its own context",
			"stop reason": "a record has none",
			"timestamp":   "the texts and calls of a response are one record",
		},
	}
}

// place puts a fixture where the CLI would have it, with the transcripts of its sub-agents.
func place(t testing.TB, root, fixture string) adapter.Location {
	content := adaptertest.Read(t, fixture)
	id := between(content, `"sessionId":"`)
	path := format.SessionPath(root, between(content, `"cwd":"`), id)
	adaptertest.Put(t, path, content)
	if folder := strings.TrimSuffix(fixture, ".jsonl"); strings.HasSuffix(folder, "subagent") || strings.HasSuffix(folder, "reallife-more") {
		adaptertest.Copy(t, folder, format.AgentsFolder(path))
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
