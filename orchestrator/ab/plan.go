package ab

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"stead/orchestrator"
	"stead/runs"
)

// ErrPlan marks an invalid plan.
var ErrPlan = errors.New("no contest")

// Plan describes a contest.
type Plan struct {
	// Request is the task of every contestant. The contest itself sets To, Model, Kind, Part, Headless, Failover and Sync.
	// Dir is the user's folder, of which each contestant gets a copy. Budget.Time is when an unfinished contestant is
	// ended.
	Request orchestrator.Request
	// Entrants take part, each Repeat times (0 means once), at most Parallel at a time (0 lets the contest choose).
	Entrants         []Entrant
	Repeat, Parallel int
	// Check is a shell command line whose exit code tells whether a contestant's work is good. Empty means no check.
	Check string
	// Include are patterns of files that git ignores and every copy needs anyway, in gitignore's syntax.
	Include []string
	// Part names the whole that the contest is a part of. Nil if it stands alone.
	Part *runs.Part
}

// Entrant is a participant. An empty Model means the CLI's own choice, an empty Name the CLI's name, an empty Machine
// this one.
type Entrant struct{ Name, CLI, Machine, Model string }

// ParseEntrants parses participants in the form of the command line: claude,codex@desk,opencode:model-x. The text after
// the first colon is the model, which may contain further colons. The text after an @ before it is the machine. Errors
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

// most is the maximum number of contestants: each has a copy of the folder, and a process for its CLI when its turn
// comes.
const most = 1000

// contestants returns the contestants, each with a unique name: claude, claude-2.
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

// unique returns the name, with a number if it is taken.
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

// parallel returns how many contestants work at a time. A CLI waits for its model most of the time, but it starts
// slowly, and the builds and tests that it runs take a core each. So there is one for each core, and at least two.
func (p Plan) parallel(contestants int) int {
	if p.Parallel > 0 {
		return min(p.Parallel, contestants)
	}
	return min(max(runtime.NumCPU(), 2), contestants)
}

// request returns the request for one contestant, in its own folder.
func (p Plan) request(c Contestant, dir string, part runs.Part) orchestrator.Request {
	r := p.Request.In(c.CLI)
	r.Model, r.Dir, r.Kind, r.Part, r.Headless = c.Model, dir, kind, &part, true
	if c.Machine != "" {
		r.Arguments = nil // they are configured for the CLI here
	}
	// A contestant must not pass its work to another CLI, because the result would say nothing about the contestant.
	r.Failover, r.Sync, r.Resume = []string{}, orchestrator.NoSync, ""
	return r
}
