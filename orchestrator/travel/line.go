package travel

import (
	"fmt"

	"stead/orchestrator"
)

// lineOf returns the command line with which another machine does what a request asks for. More stands before the CLI's
// own arguments. The prompt is its input. This machine's settings for the CLI stay here.
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

// boundsOf returns the flags that keep the run to one CLI and one session, and its budget.
func boundsOf(r orchestrator.Request) []string {
	b := r.Budget
	return []string{"--failover=", "--sync=off", fmt.Sprintf("--max-turns=%d", b.Turns),
		fmt.Sprintf("--max-cost=%v", b.Cost), fmt.Sprintf("--timeout=%v", b.Time)}
}
