package codex_test

import (
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
	"stead/writers/codex"
)

// A session is told in these words.
var (
	user, assistant, call, result = sample.User, sample.Assistant, sample.Call, sample.Result
	options, lost                 = writertest.Options, writertest.Lost
)

func store(root string) adapter.Store { return adapter.Store{CLI: "codex", Root: root} }

// stream returns a session in a repository.
func stream(entries ...*timeline.Entry) timeline.Stream {
	s := sample.Conversation(entries...)
	s.Header.Project.Git = &timeline.Git{Branch: "main"}
	return s
}

// encode returns the lines of the rollout that the entries become, and the report.
func encode(t *testing.T, s timeline.Stream, o writers.Options) ([]jsonl.Value, writers.Report) {
	t.Helper()
	return writertest.EncodeLines(t, codex.Writer{}, s, o)
}

// sent returns the response items, which are what the model gets.
func sent(lines []jsonl.Value) []string { return payloads(lines, "response_item", "") }

// drawn returns the completed items, which are what the terminal draws.
func drawn(lines []jsonl.Value) []string {
	var items []string
	for _, line := range lines {
		if item := line.Get("payload", "item"); item != nil {
			items = append(items, string(item))
		}
	}
	return items
}

// payloads returns the payloads of lines of a type, and of a kind unless it is empty.
func payloads(lines []jsonl.Value, lineType, kind string) []string {
	var found []string
	for _, line := range lines {
		if line.Get("type").Is(lineType) && (kind == "" || line.Get("payload", "type").Is(kind)) {
			found = append(found, string(line.Get("payload")))
		}
	}
	return found
}

// kinds returns the types of the lines' payloads, in order.
func kinds(lines []jsonl.Value) string {
	var all []string
	for _, line := range lines {
		kind := line.Get("payload", "type").String()
		if item := line.Get("payload", "item", "type"); item != nil {
			kind = item.String()
		}
		if kind == "" {
			kind = line.Get("type").String()
		}
		all = append(all, kind)
	}
	return strings.Join(all, " ")
}

func BenchmarkConvert(b *testing.B) { adaptertest.BenchmarkConvert(b, codex.Writer{}) }
