package recipe

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// notInNames is what a step's name cannot hold.
var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]`)

// Of makes a recipe of steps as they are written on the command line, CLI[@MODEL]:PROMPT, and returns its text, too. A step is named for its CLI.
// The error is an [*Error].
func Of(steps []string, maxSteps int, known Known) (Recipe, []byte, error) {
	type step struct {
		Name, CLI string
		Model     string `yaml:",omitempty"`
		Prompt    string
	}
	var r struct {
		MaxSteps int `yaml:"max_steps,omitempty"`
		Steps    []step
	}
	r.MaxSteps = maxSteps
	taken := map[string]int{}
	for _, text := range steps {
		who, prompt, ok := strings.Cut(text, ":")
		cli, model, _ := strings.Cut(who, "@")
		if !ok || strings.TrimSpace(prompt) == "" || cli == "" {
			return Recipe{}, nil, &Error{"--step", []Problem{{Text: fmt.Sprintf("%q is not understood: write CLI:PROMPT, or CLI@MODEL:PROMPT", text)}}}
		}
		name := notInNames.ReplaceAllString(cli, "_")
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprintf("%s_%d", name, taken[name])
		}
		r.Steps = append(r.Steps, step{name, cli, model, prompt})
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
