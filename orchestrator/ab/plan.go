package ab

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"stead/orchestrator"
	"stead/runs"
)

// ErrPlan marks a plan that makes no contest.
var ErrPlan = errors.New("no contest")

// Plan says what a contest is about.
type Plan struct {
	// Request is what every contestant is asked. To, Model, Kind, Part, Headless, Failover and Sync are the contest's own
	// to set; Dir is the user's folder, of which each gets a copy, and Budget.Time is when one that has not finished is
	// ended.
	Request orchestrator.Request
	// Entrants take part, each Repeat times (0 is once), at most Parallel at a time (0 leaves that to the contest).
	Entrants         []Entrant
	Repeat, Parallel int
	// Check is a command line for the shell that tells by its exit code whether a contestant's work is good. Empty checks
	// nothing.
	Check string
	// Include are patterns of files that git ignores and every copy needs anyway, in gitignore's syntax.
	Include []string
	// Part is what the contest is a part of. Nil when it stands for itself.
	Part *runs.Part
}

// Entrant is who takes part. An empty Model is the CLI's own choice, an empty Name the CLI's, an empty Machine this
// one.
type Entrant struct{ Name, CLI, Machine, Model string }

// ParseEntrants reads who takes part as it is written on the command line: claude,codex@desk,opencode:model-x. What
// follows the first colon is the model, which may hold further ones; what follows an @ before it is the machine. Errors
// wrap ErrPlan.
func ParseEntrants(list []string) ([]Entrant, error) {
	var entrants []Entrant
	for _, text := range list {
		who, model, hasModel := strings.Cut(strings.TrimSpace(text), ":")
		cli, machine, hasMachine := strings.Cut(who, "@")
		if cli == "" || hasModel && model == "" || hasMachine && machine == "" {
			return nil, fmt.Errorf("%w: %q names no contestant: use CLI or CLI@MACHINE, either with :MODEL", ErrPlan, text)
		}
		entrants = append(entrants, Entrant{CLI: strings.ToLower(cli), Machine: machine, Model: model})
	}
	return entrants, nil
}

// most is how many may take part: each has a copy of the folder, and a process for its CLI when its turn comes.
const most = 1000

// contestants returns who takes part, each with a name of its own: claude, claude-2.
func (p Plan) contestants() ([]Contestant, error) {
	var all []Contestant
	taken := map[string]int{}
	for _, e := range p.Entrants {
		for range max(p.Repeat, 1) {
			all = append(all, Contestant{Name: unique(e.name(), taken), CLI: e.CLI, Machine: e.Machine, Model: e.Model,
				State: Waiting})
		}
	}
	switch {
	case len(all) == 0:
		return nil, fmt.Errorf("%w: there are no contestants", ErrPlan)
	case len(all) > most:
		return nil, fmt.Errorf("%w: %d contestants are too many: the limit is %d", ErrPlan, len(all), most)
	case strings.TrimSpace(p.Request.Prompt) == "":
		return nil, fmt.Errorf("%w: the prompt is empty", ErrPlan)
	}
	return all, nil
}

func (e Entrant) name() string {
	if e.Name != "" {
		return e.Name
	}
	return e.CLI
}

// unique returns the name, with a number when it is taken.
func unique(name string, taken map[string]int) string {
	for {
		taken[name]++
		if taken[name] == 1 {
			return name
		}
		numbered := fmt.Sprintf("%s-%d", name, taken[name])
		if taken[numbered] == 0 {
			taken[numbered]++
			return numbered
		}
	}
}

// parallel is how many contestants work at a time. A CLI waits for its model most of the time, but it starts slowly,
// and the builds and tests that it runs take a core each: so one for each core, and two at least.
func (p Plan) parallel(contestants int) int {
	if p.Parallel > 0 {
		return min(p.Parallel, contestants)
	}
	return min(max(runtime.NumCPU(), 2), contestants)
}

// request is what one contestant is asked, in its own folder.
func (p Plan) request(c Contestant, dir string, part runs.Part) orchestrator.Request {
	r := p.Request.In(c.CLI)
	r.Model, r.Dir, r.Kind, r.Part, r.Headless = c.Model, dir, kind, &part, true
	if c.Machine != "" {
		r.Arguments = nil // they are configured for the CLI here
	}
	// Who hands its work to another CLI says nothing of itself.
	r.Failover, r.Sync, r.Resume = []string{}, orchestrator.NoSync, ""
	return r
}
