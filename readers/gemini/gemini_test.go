package gemini_test

import (
	"bytes"
	"encoding/json"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/adapter"
	"stead/internal/adaptertest"
	"stead/readers/gemini"
	writer "stead/writers/gemini"
)

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

// TestLegacyFile leaves out the writing: the CLI itself goes on in JSON Lines, and so does the writer.
func TestLegacyFile(t *testing.T) {
	a := suite()
	a.Writer, a.Fixtures, a.Lossy, a.Records = nil, []string{"gemini/handwritten/legacy.json"}, nil, legacyRecords
	adaptertest.Run(t, a)
}

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{
		Reader:   gemini.New(),
		Writer:   writer.New(),
		Root:     ".gemini",
		Fixtures: []string{"gemini/*.jsonl", "gemini/forgotten/*.jsonl", "gemini/handwritten/*.jsonl"},
		Place:    place,
		Lacking:  map[string]string{"minimal": "a model and tokens: they are not in the file", "robust": "the same"},
		Lossy:    lossy,
	}
}

// place puts a session into the folder of its project, with the sessions of its sub-agents.
func place(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	project := filepath.Join(root, "tmp", "demo-gemini")
	adaptertest.Put(t, filepath.Join(project, ".project_root"), []byte("/home/user/demo-gemini"))
	id := idOf(t, adaptertest.Read(t, fixture))
	target := filepath.Join(project, "chats", "session-2026-11-20T18-55-"+id[:8]+path.Ext(fixture))
	adaptertest.Copy(t, fixture, target)
	if fixture == "gemini/agent.jsonl" {
		adaptertest.Copy(t, "gemini/agent", filepath.Join(project, "chats", id))
	}
	return adapter.Location{Path: target}
}

func idOf(t testing.TB, content []byte) string {
	t.Helper()
	_, rest, _ := strings.Cut(string(content), `"sessionId"`)
	id := strings.Split(rest, `"`)
	if len(id) < 2 || len(id[1]) < 8 {
		t.Fatal("the fixture has no session id")
	}
	return id[1]
}

// legacyRecords are the lines that the CLI makes of an old file when it resumes it.
func legacyRecords(t testing.TB, location adapter.Location) [][]byte {
	t.Helper()
	content := adaptertest.Read(t, "gemini/handwritten/legacy.json")
	var whole struct{ Messages []json.RawMessage }
	if err := json.Unmarshal(content, &whole); err != nil {
		t.Fatal(err)
	}
	begin, _, _ := bytes.Cut(content, []byte(`"messages"`))
	records := [][]byte{compact(t, append(bytes.Clone(begin), `"summary":"Read the README"}`...))}
	for _, message := range whole.Messages {
		records = append(records, compact(t, message))
	}
	return records
}

func compact(t testing.TB, value []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, value); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// lossy is what a session loses that is written without its own lines.
var lossy = map[string]string{
	"timestamp":   "the calls of a message share its time, and so do their results",
	"stop reason": "a message has none",
}
