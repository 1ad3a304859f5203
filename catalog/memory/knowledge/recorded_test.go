package knowledge_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/adapters"
	"stead/catalog"
	"stead/catalog/memory"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// fewestRecorded is how many of the recorded sessions can be read where they lie.
const fewestRecorded = 60

// settled are the prompts of the recorded sessions in which a person who read them all found a decision. They were
// recorded to show what each format holds, with failures that nobody cured and prompts that decide and correct nothing:
// whatever else is found there is false.
var settled = []string{"With regular expressions.", "By hand, then. The key is SECRET."}

// recordings returns the recorded sessions of all formats as conversations.
func recordings(t *testing.T) (all []judged) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range fixtures.Match(t, "*") {
		fixtures.Copy(t, name, filepath.Join(folder, name))
	}
	c := catalog.New(catalog.Options{Readers: adapters.Readers(), Host: fixtures.Host(t.TempDir()), Dir: folder})
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(path, "invalid") ||
			!strings.HasPrefix(filepath.Ext(path), ".json") {
			return err
		}
		source, err := c.Resolve(t.Context(), path)
		if err != nil {
			return nil // a file beside a session
		}
		stream, err := source.Open(t.Context())
		if err != nil {
			return nil // damaged on purpose
		}
		j := judged{name: strings.TrimPrefix(path, folder), steps: stepsOf(t, stream)}
		for i, step := range j.steps {
			if step.Kind == memory.KindPrompt && slices.Contains(settled, step.Text) {
				j.labels = append(j.labels, label{Type: string(memory.DecisionKind), At: float64(i)})
			}
		}
		all = append(all, j)
		return nil
	})
	if err != nil || len(all) < fewestRecorded {
		t.Fatalf("%d sessions: %v", len(all), err)
	}
	return all
}

// stepsOf tells a session's entries as the steps of a conversation.
func stepsOf(t *testing.T, s timeline.Stream) (steps []memory.Step) {
	t.Helper()
	turn := 0
	err := s.Each(t.Context(), func(e *timeline.Entry) error {
		if e.Hidden {
			return nil
		}
		if e.StartsTurn() {
			turn++
		}
		step := memory.Step{Turn: turn, Role: memory.Role(e.Type), Text: memory.Shorten(e.Content.String()),
			Kind: memory.KindSystem}
		switch {
		case e.Type == timeline.User && e.IsContext():
			step.Kind = memory.KindContext
		case e.Type == timeline.User:
			step.Kind = memory.KindPrompt
		case e.Type == timeline.Assistant:
			step.Kind = memory.KindAnswer
		case e.Type == timeline.ToolCall:
			step.Kind, step.Role, step.CallID = memory.KindCall, memory.RoleAssistant, e.ID
			step.Tool, step.OriginalTool, step.Input = string(e.Tool), e.OriginalTool, json.RawMessage(slices.Clone(e.Input))
			step.Text = string(e.Input)
		case e.Type == timeline.ToolResult:
			success := e.Success
			step.Kind, step.Role, step.CallID, step.Success = memory.KindResult, memory.RoleTool, e.CallID, &success
			step.Text = memory.Shorten(e.Output.String() + e.Error.String())
		case e.Compaction != nil:
			step.Kind = memory.KindSummary
		}
		steps = append(steps, step)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return steps
}
