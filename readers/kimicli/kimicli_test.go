package kimicli_test

import (
	"bytes"
	"os"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adaptertest"
	format "stead/internal/format/kimicli"
	"stead/readers/kimicli"
	writer "stead/writers/kimicli"
)

const project = "/home/user/demo-kimi"

func TestAdapter(t *testing.T) { adaptertest.Run(t, suite()) }

// A session that was compacted lies in more than one file: its records are the lines of all of them.
func TestReplacedContext(t *testing.T) {
	a := suite()
	a.Recorded.Fixtures, a.Records = []string{"kimicli/agent-compact/*/context.jsonl"}, records
	a.Anonymous = func(record []byte) []byte { return record } // no line names its session
	delete(a.Recorded.Lossy, "extra tool_result entry")
	adaptertest.Run(t, a)
}

func BenchmarkAdapter(b *testing.B) { adaptertest.Benchmark(b, suite()) }

func suite() adaptertest.Adapter {
	return adaptertest.Adapter{Reader: kimicli.Reader{}, Writer: writer.Writer{}, Recorded: format.Recorded()}
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
