package chain

import (
	"slices"
	"time"

	"stead/forks/worktree"
	"stead/orchestrator/chain/recipe"
	"stead/runs"
	"stead/timeline"
)

// Status says how far a chain has come.
type Status string

// The states of a chain.
const (
	Running   Status = "running"
	Completed Status = "completed"
	// Waiting: somebody must approve the next step, or pick a winner.
	Waiting     Status = "waiting"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
)

// Chain is the record of a chain, as chain.json holds it.
type Chain struct {
	ID string `json:"chain"`
	// Name is the recipe's, else its file's.
	Name   string `json:"name,omitempty"`
	Status Status `json:"status"`
	// Reason says in a sentence why it does not go on.
	Reason string            `json:"reason,omitempty"`
	Recipe recipe.Recipe     `json:"recipe"`
	Vars   map[string]string `json:"vars,omitempty"`
	// From is the session that the first step continues. Empty when it begins a new one.
	From string `json:"from,omitempty"`
	// Dir is the folder that the chain works in, Tree its worktree where it has one.
	Dir  string         `json:"dir"`
	Tree *worktree.Tree `json:"tree,omitempty"`
	// Start is the folder as it was when the chain began. Its Commit is empty when the folder could not be taken.
	Start worktree.Snapshot `json:"start"`
	// Ready says that the folder was taken, as far as it could be, and the worktree made.
	Ready bool `json:"ready"`
	// Next is the place of the step that comes next or is worked on, Visit counts how often a step was come to.
	Next  int `json:"next"`
	Visit int `json:"visit"`
	// Approved says that the next step may begin.
	Approved bool `json:"approved,omitempty"`
	// Attempts are all attempts at steps, in order.
	Attempts []Attempt `json:"attempts"`
	Started  time.Time `json:"started"`
	Ended    time.Time `json:"ended,omitzero"`
	// Supervisor is the stead process that works on it.
	Supervisor runs.Process `json:"supervisor"`
}

// State says how far an attempt at a step has come.
type State string

// The states of an attempt.
const (
	// Working: its CLI works, or is about to.
	Working State = "working"
	// Worked: the CLI has ended well. What it changed is not looked at yet.
	Worked State = "worked"
	// Checking: its check runs.
	Checking State = "checking"
	Done     State = "done"
	Missed   State = "failed"
)

// Ended reports whether nothing more happens in the attempt.
func (s State) Ended() bool { return s == Done || s == Missed }

// Attempt is one attempt at a step.
type Attempt struct {
	Step string `json:"step"`
	// Number counts the attempts at this step from 1, Visit is when the step was come to, Try counts the attempts since
	// then from 0.
	Number int `json:"number"`
	Visit  int `json:"visit"`
	Try    int `json:"try,omitempty"`
	// Previous is the place of the attempt whose work it continues: -1 for none.
	Previous int    `json:"previous"`
	State    State  `json:"state"`
	Reason   string `json:"reason,omitempty"`
	CLI      string `json:"cli,omitempty"`
	Model    string `json:"model,omitempty"`
	// Machine is the one of the user's on which the CLI works. Empty for this one.
	Machine string `json:"machine,omitempty"`
	// Away is the copy of the folder into which the work comes that is done on that machine. Nil when none is underway
	// there.
	Away *worktree.Tree `json:"away,omitempty"`
	// Prompt is for the CLI, From is the session that it continues: empty for a new one.
	Prompt string `json:"prompt"`
	From   string `json:"from,omitempty"`
	// Before and After are commits of the folder as it was before the visit and after the attempt. Empty when it could not
	// be taken.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Files are the files that were changed between them.
	Files []string `json:"files,omitempty"`
	// Run is the run that did it, Session the one that it made.
	Run     string       `json:"run,omitempty"`
	Session runs.Session `json:"session,omitzero"`
	// Contest is the A/B of a parallel step, Picked whose work counts.
	Contest string `json:"contest,omitempty"`
	Picked  string `json:"picked,omitempty"`
	// Text is the last answer.
	Text string `json:"text,omitempty"`
	// Check is how the check ended. Nil when there was none.
	Check      *Check         `json:"check,omitempty"`
	Turns      int            `json:"turns"`
	Usage      timeline.Usage `json:"usage"`
	Cost       float64        `json:"cost,omitempty"`
	DurationMS int64          `json:"duration_ms"`
}

// Check is how a step's check ended. Output is the end of what it wrote, a stranger's text.
type Check struct {
	ExitCode   int    `json:"exit_code"`
	Output     string `json:"output,omitempty"`
	DurationMS int64  `json:"duration_ms"`
}

// Alive reports whether a process works on the chain.
func (c Chain) Alive() bool { return c.Status == Running && c.Supervisor.Alive() }

// Step returns the step that comes next or is worked on.
func (c Chain) Step() (s recipe.Step, ok bool) {
	if c.Next >= len(c.Recipe.Steps) {
		return s, false
	}
	return c.Recipe.Steps[c.Next], true
}

// clone returns a copy that does not change with the chain.
func (c Chain) clone() Chain {
	c.Attempts = slices.Clone(c.Attempts)
	return c
}

// of is how runs name the chain that they are a part of.
func (c Chain) of() string { return "chain:" + c.ID }

// current returns the newest attempt at the step that is worked on, or nil.
func (c *Chain) current() *Attempt {
	last := len(c.Attempts) - 1
	if last < 0 || c.Attempts[last].Visit != c.Visit {
		return nil
	}
	return &c.Attempts[last]
}

// latest returns the newest attempt at a step.
func (c *Chain) latest(step string) *Attempt {
	for i := len(c.Attempts) - 1; i >= 0; i-- {
		if c.Attempts[i].Step == step {
			return &c.Attempts[i]
		}
	}
	return nil
}

// previous returns the attempt whose work an attempt continues, or nil.
func (c *Chain) previous(a Attempt) *Attempt {
	if a.Previous < 0 {
		return nil
	}
	return &c.Attempts[a.Previous]
}
