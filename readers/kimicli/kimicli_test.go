package kimicli_test

import (
	"bytes"
	"maps"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	format "stead/internal/format/kimicli"
	"stead/readers/kimicli"
	writer "stead/writers/kimicli"
)

const project = "/home/user/demo-kimi"

// recorded is when a session was held whose files do not say it.
var recorded = time.Date(2026, 9, 21, 14, 0, 0, 0, time.UTC)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

// A session that was compacted lies in more than one file: its records are the lines of all of them.
func TestReplacedContext(t *testing.T) {
	a := suite()
	a.Fixtures, a.Records, a.Lossy = []string{"kimicli/agent-compact/*/context.jsonl"}, records, maps.Clone(lossy)
	a.Anonymous = func(record []byte) []byte { return record } // no line names its session
	delete(a.Lossy, "extra tool_result entry")
	adaptertest.Run(t, a)
}

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   kimicli.New(),
		Writer:   writer.New(),
		Root:     ".kimi",
		Fixtures: []string{"kimicli/edge/*/context.jsonl", "kimicli/tools/*/context.jsonl"},
		Place:    place,
		Lacking:  map[string]string{"kimicli": "the model: the format holds none"},
		Lossy:    lossy,

		NotExtended: "a compaction renames the files of a session",
	}
}

// lossy is what a session loses that is written without its own lines.
var lossy = map[string]string{
	"origin command":          "Kimi CLI keeps the text for which a command stands as the prompt",
	"header model":            "neither file of a session names a model",
	"model":                   "the same",
	"usage":                   "the CLI counts its own requests only",
	"stop reason":             "no file has one",
	"tool list":               "Kimi CLI lists folders with its shell: the call keeps its own name",
	"input of tool bash":      "its shell has no folder of its own: the session's needs no mention, another becomes a part of the command",
	"timestamp":               "a session without any time gets that of the writing",
	"extra tool_result entry": "a call that nobody answered is answered by a note that says so",
}

// place puts a session's folder where the CLI keeps it, and its project into the list without which nobody knows which that is.
func place(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	folder := path.Dir(fixture)
	session := filepath.Join(root, "sessions", format.Bucket(project), path.Base(folder))
	adaptertest.Copy(t, folder, session)
	adaptertest.Put(t, filepath.Join(root, "kimi.json"), []byte(`{"work_dirs":[{"path":"`+project+`","kaos":"local","last_session_id":null}]}`))
	context := filepath.Join(session, "context.jsonl")
	if err := os.Chtimes(context, recorded, recorded); err != nil {
		t.Fatal(err)
	}
	return adapter.Location{Path: context}
}

func records(t testing.TB, location adapter.Location) [][]byte {
	t.Helper()
	var lines [][]byte
	for _, file := range format.Contexts(location.Path) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(content) {
			lines = append(lines, bytes.TrimSuffix(line, []byte("\n")))
		}
	}
	return lines
}
