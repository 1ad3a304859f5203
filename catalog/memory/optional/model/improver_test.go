package model_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"stead/catalog/memory"
	"stead/catalog/memory/knowledge"
	"stead/catalog/memory/optional/model"
	"stead/internal/testkit/memoryfiles"
)

// script answers with a text.
type script struct {
	text  string
	err   error
	asked []model.Question
}

func (s *script) Ask(_ context.Context, q model.Question) (model.Reply, error) {
	s.asked = append(s.asked, q)
	return model.Reply{Text: s.text}, s.err
}

func improve(t *testing.T, s *script, o model.ImproverOptions) (texts []string, err error) {
	t.Helper()
	c := memoryfiles.Fix("s1", "/w", "")
	findings, err := knowledge.Extract(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	improved, err := model.NewImprover(s, o).Improve(t.Context(), c, findings)
	for _, f := range improved {
		text, _, _ := strings.Cut(f.Text(), "\x00")
		texts = append(texts, string(f.Kind)+" "+text)
	}
	return texts, err
}

func TestModelDropsAndAddsWhatItCanShow(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		want         []string
	}{
		{"nothing", `{}`, []string{"error_solution calc.go:#: undefined: add", "decision sqlite",
			"skill_learning never edit generated files"}},
		{"all wrong", `{"wrong":[1,2,3,7]}`, []string{"error_solution calc.go:#: undefined: add"}},
		{"fenced", "```json\n{\"wrong\":[2]}\n```", []string{"error_solution calc.go:#: undefined: add",
			"skill_learning never edit generated files"}},
		{"shown",
			`{"decisions":[{"at":1,"quote":"Fix the tests","choice":"Tests come first"}],"rules":[{"at":1,"quote":"Fix  the tests","rule":"Tests are fixed at once"}]}`,
			[]string{"error_solution calc.go:#: undefined: add", "decision sqlite",
				"skill_learning never edit generated files", "decision tests come first",
				"skill_learning tests are fixed at once"}},
		{"made up",
			`{"decisions":[{"at":1,"quote":"Use Oracle for all","choice":"Oracle"},{"at":99,"quote":"Fix the tests","choice":"x"},{"at":1,"quote":"","choice":"x"}],"rules":[{"at":8,"quote":"Shall the store be","rule":"said by the assistant"}]}`,
			[]string{"error_solution calc.go:#: undefined: add", "decision sqlite",
				"skill_learning never edit generated files"}},
		{"known already", `{"decisions":[{"at":9,"quote":"We'll go with SQLite","choice":"the SQLite store"}]}`,
			[]string{"error_solution calc.go:#: undefined: add", "decision sqlite",
				"skill_learning never edit generated files"}},
	} {
		s := &script{text: c.answer}
		if got, err := improve(t, s, model.ImproverOptions{}); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q %v", c.name, got, err)
		}
		if q := s.asked[0].Text; !strings.Contains(q, "2. decision in message 9: SQLite") ||
			!strings.Contains(q, "[9] user: We'll go") || strings.Contains(q, "undefined") {
			t.Errorf("%s: asked %s", c.name, q)
		}
	}
}

func TestStrangeAnswerIsAnError(t *testing.T) {
	for _, s := range []*script{{text: "I think so"}, {text: `{"wrong":"all"}`}, {err: errors.New("busy")}} {
		if got, err := improve(t, s, model.ImproverOptions{}); err == nil || got != nil {
			t.Errorf("%q gives %v", s.text, got)
		}
	}
}

func TestModelIsNotAskedBeyondItsBounds(t *testing.T) {
	s := &script{text: "{}"}
	m := model.NewImprover(s, model.ImproverOptions{Sessions: 1, Text: 40})
	for range 3 {
		if _, err := m.Improve(t.Context(), memoryfiles.Fix("s1", "/w", ""), nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.asked) != 1 || len(s.asked[0].Text) > 100 {
		t.Errorf("asked %d times: %v", len(s.asked), s.asked)
	}
	silent := memory.Conversation{Steps: memoryfiles.Of(nil)}
	unbounded := model.NewImprover(s, model.ImproverOptions{})
	if _, err := unbounded.Improve(t.Context(), silent, nil); err != nil || len(s.asked) != 1 {
		t.Errorf("a silent session is shown: %v", err)
	}
}
