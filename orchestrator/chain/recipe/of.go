package recipe

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"stead/internal/sys/lazy"
)

// notInNames is what a step's name cannot hold.
var notInNames = lazy.Regexp(`[^A-Za-z0-9_]`)

// short is what can be said on the command line.
type short struct {
	MaxSteps int `yaml:"max_steps,omitempty"`
	Steps    []shortStep
}

type shortStep struct {
	Name, CLI string
	Model     string `yaml:",omitempty"`
	Prompt    string
}

func shortStepOf(text string) (s shortStep, err error) {
	who, prompt, ok := strings.Cut(text, ":")
	s.Prompt = prompt
	s.CLI, s.Model, _ = strings.Cut(who, "@")
	s.CLI = strings.ToLower(s.CLI)
	s.Name = notInNames().ReplaceAllString(s.CLI, "_")
	if !ok || strings.TrimSpace(prompt) == "" || s.CLI == "" {
		return s, &Error{"--step", []Problem{{Text: fmt.Sprintf(
			"%q is not understood: write CLI:PROMPT, or CLI@MODEL:PROMPT", text)}}}
	}
	return s, nil
}

// Of makes a recipe of steps as they are written on the command line, CLI[@MODEL]:PROMPT, and returns its text, too. A
// step is named for its CLI. The error is an [*Error].
func Of(steps []string, maxSteps int, known Known) (Recipe, []byte, error) {
	r := short{MaxSteps: maxSteps}
	taken := map[string]int{}
	for _, text := range steps {
		s, err := shortStepOf(text)
		if err != nil {
			return Recipe{}, nil, err
		}
		if taken[s.Name]++; taken[s.Name] > 1 {
			s.Name = fmt.Sprintf("%s_%d", s.Name, taken[s.Name])
		}
		r.Steps = append(r.Steps, s)
	}
	text, err := yaml.Marshal(r)
	if err != nil {
		return Recipe{}, nil, err
	}
	made, err := Parse("--step", text, known)
	var wrong *Error
	if errors.As(err, &wrong) {
		for i := range wrong.Problems {
			wrong.Problems[i].Line = 0 // of a text that nobody has written
		}
	}
	return made, text, err
}
