package clido_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/clido"
	writer "stead/writers/clido"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   clido.New(),
		Writer:   writer.New(),
		Root:     ".local/share/clido/sessions",
		Fixtures: []string{"clido/*-layout/sessions/*/*.jsonl"},
		Place:    place,
		Damage: map[string]func([]byte) []byte{
			"a version of the future": func(file []byte) []byte {
				return []byte(strings.Replace(string(file), `"schema_version":1`, `"schema_version":2`, 1))
			},
			"one id for all calls": func(file []byte) []byte {
				return []byte(strings.ReplaceAll(string(file), "toolu_01B", "toolu_01A"))
			},
		},
		Lacking: map[string]string{"sessions": "a model and tokens: the format holds neither"},
		Lossy: map[string]string{
			"origin command":          "clido keeps the text for which a command stands as the prompt",
			"attachments":             "clido's results are text",
			"error":                   "why a call failed stands before its output",
			"output":                  "the same",
			"header model":            "a session names no model",
			"model":                   "the same",
			"stop reason":             "a session has none",
			"timestamp":               "no line but the first has a time",
			"usage":                   "a session has none",
			"tool ask":                "clido has no such tool: the call keeps its name",
			"tool task":               "the same",
			"extra tool_result entry": "a call without a result gets one, as clido's own loader does it",
		},
	}
}

// held is when the sessions of the samples ended.
var held = time.Date(2026, 4, 2, 10, 0, 0, 0, time.UTC)

// place puts a session where its layout has it.
func place(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	folder := filepath.Base(filepath.Dir(fixture))
	if strings.HasPrefix(fixture, "clido/code-layout") {
		folder = "_" + folder // Go embeds no folder of that name
	}
	path := filepath.Join(root, folder, filepath.Base(fixture))
	adaptertest.Copy(t, fixture, path)
	if err := os.Chtimes(path, held, held); err != nil { // the only sign of a session's end
		t.Fatal(err)
	}
	return adapter.Location{Path: path, ID: strings.TrimSuffix(filepath.Base(path), ".jsonl")}
}
