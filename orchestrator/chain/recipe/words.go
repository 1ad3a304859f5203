package recipe

import (
	"fmt"
	"slices"
	"strings"
)

// Who names the CLI of a step, with its machine and model, or all who take part in its A/B.
func (s Step) Who() string {
	if s.Parallel != nil {
		return strings.Join(s.Parallel.With, ", ")
	}
	who := s.CLI
	if s.On != "" {
		who += "@" + s.On
	}
	if s.Model != "" {
		who += " " + s.Model
	}
	return who
}

// Says is the prompt of a step's CLI, as the recipe has it.
func (s Step) Says() string {
	if s.Template != "" {
		return "template " + s.Template
	}
	return s.Prompt
}

// Failing says what happens when a step fails.
func (s Step) Failing() string {
	if s.Retries == 0 {
		return s.OnFailure
	}
	return fmt.Sprintf("%d more, %s", s.Retries, s.OnFailure)
}

// CLIs are all that a recipe needs on this machine, each once.
func (r Recipe) CLIs() []string {
	var all []string
	for _, s := range r.Steps {
		if s.CLI != "" && s.On == "" {
			all = append(all, s.CLI)
		}
		if s.Parallel != nil {
			for _, one := range s.Parallel.With {
				if cli, machine := whose(one); machine == "" {
					all = append(all, cli)
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// whose is the CLI of a contestant, which is written as CLI@MACHINE:MODEL, and its machine: none for this one.
func whose(contestant string) (cli, machine string) {
	who, _, _ := strings.Cut(contestant, ":")
	cli, machine, _ = strings.Cut(who, "@")
	return cli, machine
}
