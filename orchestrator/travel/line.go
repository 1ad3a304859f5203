package travel

import (
	"fmt"

	"stead/orchestrator"
)

// lineOf is the command line by which another machine does what a request asks for, and more that stands before the
// CLI's own arguments. The prompt is its input. What is configured for the CLI here stays here.
func lineOf(r orchestrator.Request, more ...string) []string {
	line := []string{"run", "--to=" + r.To, "--prompt=-", "--thinking=" + string(r.Thinking),
		"--redact=" + string(r.Redaction)}
	if r.From != "" {
		line = append(line, "--history="+r.History.String())
	}
	if r.Model != "" {
		line = append(line, "--model="+r.Model)
	}
	if r.Allow != "" {
		line = append(line, "--allow="+string(r.Allow))
	}
	line = append(append(line, boundsOf(r)...), more...)
	if len(r.Arguments) > 0 {
		line = append(append(line, "--"), r.Arguments...)
	}
	return line
}

// boundsOf are the flags that keep a run to itself, and its budget.
func boundsOf(r orchestrator.Request) []string {
	b := r.Budget
	return []string{"--failover=", "--sync=off", fmt.Sprintf("--max-turns=%d", b.Turns),
		fmt.Sprintf("--max-cost=%v", b.Cost), fmt.Sprintf("--timeout=%v", b.Time)}
}
