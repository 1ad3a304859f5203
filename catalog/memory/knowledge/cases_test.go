package knowledge_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"stead/catalog/memory"
	"stead/catalog/memory/knowledge"
	"stead/internal/testkit/memoryfiles"
	"stead/timeline"
)

// judged is a conversation in which people have said what is to be found.
type judged struct {
	name   string
	steps  []memory.Step
	labels []label
}

// label is a finding that must be found, by the indices of its messages.
type label struct {
	Type     string
	At       any   // one index, or several of a pattern
	ErrorAt  int   `json:"error_at"`
	Solution []int `json:"solution_at"`
	ProofAt  int   `json:"proof_at"`
}

// lines decodes each line of a file of testdata.
func lines[T any](t *testing.T, name string) []T {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	for line := range bytes.Lines(content) {
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, one)
	}
	return all
}

// cases are the labelled conversations.
func cases(t *testing.T) []judged {
	type message struct {
		Content, Role string
		Metadata      struct {
			Kind, Tool string
			CallID     string `json:"call_id"`
			Input      json.RawMessage
			Success    *bool
			ExitCode   *int `json:"exit_code"`
		}
	}
	type labelled struct {
		ID       string
		Messages []message
		Labels   []label
	}
	var all []judged
	for _, c := range lines[labelled](t, "cases.jsonl") {
		j := judged{name: c.ID, labels: c.Labels}
		turn := 0
		for _, m := range c.Messages {
			if m.Role == "user" {
				turn++
			}
			j.steps = append(j.steps, memory.Step{
				Turn: turn, Kind: kindOf(m.Role, m.Metadata.Kind), Role: memory.Role(m.Role), Text: m.Content,
				CallID: m.Metadata.CallID,
				Tool:   toolOf(m.Metadata.Tool), Input: m.Metadata.Input, Success: m.Metadata.Success,
				ExitCode: m.Metadata.ExitCode,
			})
		}
		all = append(all, j)
	}
	return all
}

func kindOf(role, kind string) memory.Kind {
	switch {
	case kind == "tool_call":
		return memory.KindCall
	case kind == "tool_result":
		return memory.KindResult
	case role == "user":
		return memory.KindPrompt
	}
	return memory.KindAnswer
}

func toolOf(name string) string {
	if name == "shell" {
		return string(timeline.Bash)
	}
	return name
}

// spoken makes a conversation of each sentence: what came before it, and the sentence as its last step.
func spoken(t *testing.T, name string) []judged {
	type sentence struct {
		Text, Role, After string
		Label             string
	}
	before := map[string][]memory.Step{
		"user question": {{Kind: memory.KindAnswer, Role: memory.RoleAssistant,
			Text: "Both ways work. Which of the two shall we take, the first one or the second?"}},
		"assistant question": {{Kind: memory.KindPrompt, Role: memory.RoleUser,
			Text: "Which of the two shall we take, the first one or the second?"}},
		"user edit": {
			{Kind: memory.KindPrompt, Role: memory.RoleUser, Text: "Please make the change"},
			{Kind: memory.KindCall, Role: memory.RoleAssistant, Tool: string(timeline.Edit), CallID: "1",
				Input: json.RawMessage(`{"path":"a.go","old":"a","new":"b"}`)},
			{Kind: memory.KindResult, Role: memory.RoleTool, CallID: "1", Text: "ok"},
			{Kind: memory.KindAnswer, Role: memory.RoleAssistant, Text: "Done."},
		},
	}
	var all []judged
	for _, s := range lines[sentence](t, name) {
		steps := before[s.Role+" "+s.After]
		if steps == nil {
			t.Fatalf("%s: nothing stands before %q", name, s.Text)
		}
		last := memory.Step{Kind: kindOf(s.Role, ""), Role: memory.Role(s.Role), Text: s.Text}
		j := judged{name: s.Text, steps: append(slices.Clone(steps), last)}
		if s.Label != "" {
			j.labels = []label{{Type: s.Label, At: float64(len(j.steps) - 1)}}
		}
		all = append(all, j)
	}
	return all
}

// extract returns what is found, with Seq as the index of a step.
func extract(t *testing.T, j judged) []memory.Finding {
	t.Helper()
	for i := range j.steps {
		j.steps[i].Seq = i
		j.steps[i].Hash = memoryfiles.Hash(j.steps[i].Text)
	}
	found, err := knowledge.Extract(t.Context(), conversation(j.steps))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func conversation(steps []memory.Step) memory.Conversation {
	return memory.Conversation{LLMSource: "claude", Session: "s", Project: "/home/dev/project",
		Steps: func(yield func(memory.Step, error) bool) {
			for _, s := range steps {
				if !yield(s, nil) {
					return
				}
			}
		}}
}

// isIt reports whether a finding is the labelled one: its kind and place agree.
func (l label) isIt(f memory.Finding) bool {
	at := func(part memory.Part) (places []int) {
		for _, e := range f.Evidence {
			if e.Part == part {
				places = append(places, e.Seq)
			}
		}
		return places
	}
	if string(f.Kind) != l.Type {
		return false
	}
	switch f.Kind {
	case memory.ErrorSolutionKind:
		return slices.Contains(at(memory.PartError), l.ErrorAt) && slices.Contains(at(memory.PartProof), l.ProofAt) &&
			slices.ContainsFunc(at(memory.PartFix), func(i int) bool { return slices.Contains(l.Solution, i) })
	case memory.PatternKind:
		n := 0
		for _, place := range l.At.([]any) {
			if slices.Contains(at(memory.PartOccurrence), int(place.(float64))) {
				n++
			}
		}
		return n >= 2
	}
	return slices.Contains(at(memory.PartStatement), int(l.At.(float64)))
}
