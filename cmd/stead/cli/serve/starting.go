package serve

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/ui/model"
)

// hold holds a contest in the background, like `stead ab`.
func hold(ctx context.Context, p *setup.Process, o model.StartContest) (id string, err error) {
	line := []string{"ab", "--prompt=" + o.Prompt, "--with=" + listed(o.With)}
	if len(o.Include) > 0 {
		line = append(line, "--include="+listed(o.Include))
	}
	line = append(line, given(
		"from", o.From, "at", o.At, "cwd", o.Folder, "repeat", number(o.Repeat), "parallel", number(o.Parallel), "check",
		o.Check, "timeout", o.Timeout,
		"max-turns", number(o.MaxTurns), "max-cost", cost(o.MaxCost), "allow", o.Allow, "history", o.History, "thinking",
		o.Thinking, "redact", o.Redact,
	)...)
	return startVerb(ctx, p, line, nil)
}

// begin begins a chain in the background, like `stead chain` with a recipe from standard input.
func begin(ctx context.Context, p *setup.Process, o model.StartChain) (id string, err error) {
	line := append([]string{"chain"}, given("from", o.From, "cwd", o.Folder, "allow", o.Allow, "max-steps",
		number(o.MaxSteps))...)
	if o.Worktree {
		line = append(line, "--worktree")
	}
	for name, value := range o.Vars {
		line = append(line, "--var="+name+"="+value)
	}
	for _, step := range o.Steps {
		line = append(line, "--step="+step)
	}
	if len(o.Recipe) == 0 {
		return startVerb(ctx, p, line, nil)
	}
	recipe, err := json.Marshal(o.Recipe)
	if err != nil {
		return "", err
	}
	return startVerb(ctx, p, append(line, "-"), recipe)
}

// pass continues a chain in the background, like `stead chain resume`.
func pass(ctx context.Context, p *setup.Process, id string, o model.PassGate) error {
	decision := "--" + o.Decision
	if o.Name != "" {
		decision += "=" + o.Name
	}
	_, err := startVerb(ctx, p, []string{"chain", "resume", id, decision}, nil)
	return err
}

// fill returns the prompt that a template produces. It does not ask for missing variables.
func fill(ctx context.Context, p *setup.Process, s *setup.Setup, o model.StartTemplate) (prompt string, err error) {
	t := flags.Template{Name: o.Name, Trust: o.Trust}
	for name, value := range o.Vars {
		t.Vars = append(t.Vars, name+"="+value)
	}
	if o.Folder != "" {
		t.Dir = p.Path(o.Folder)
	}
	err = withoutInput(p, func(its *setup.Process) error {
		prompt, err = t.Prompt(ctx, its, s)
		return err
	})
	if code, _ := failure.Code(err); code == failure.Failed {
		err = model.OfState(err) // a file that it names is missing, or one of its commands has failed
	}
	return prompt, err
}

// given returns the flags that have a value. Pairs alternates names and values. Each value follows its flag's name and
// an equals sign, so that no value can be taken for a flag.
func given(pairs ...string) []string {
	var line []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			line = append(line, fmt.Sprintf("--%s=%s", pairs[i], pairs[i+1]))
		}
	}
	return line
}

// listed formats values for a flag that takes several: with commas, as a line of CSV.
func listed(values []string) string {
	var text strings.Builder
	w := csv.NewWriter(&text)
	_ = w.Write(values) // writes to memory cannot fail
	w.Flush()
	return strings.TrimSuffix(text.String(), "\n")
}

// number formats a number. It is empty for 0, which means the default.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func cost(dollars float64) string {
	if dollars == 0 {
		return ""
	}
	return strconv.FormatFloat(dollars, 'f', -1, 64)
}
