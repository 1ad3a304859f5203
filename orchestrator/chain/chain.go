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
	// Waiting: the user must approve the next step, or pick a winner.
	Waiting     Status = "waiting"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
)

// Chain is the record of a chain, as chain.json holds it.
type Chain struct {
	ID string `json:"chain"`
	// Name is the recipe's name, or else its file's.
	Name   string `json:"name,omitempty"`
	Status Status `json:"status"`
	// Reason says in a sentence why it does not continue.
	Reason string            `json:"reason,omitempty"`
	Recipe recipe.Recipe     `json:"recipe"`
	Vars   map[string]string `json:"vars,omitempty"`
	// From is the session that the first step continues. Empty if it begins a new one.
	From string `json:"from,omitempty"`
	// Dir is the folder that the chain works in, Tree its worktree if it has one.
	Dir  string         `json:"dir"`
	Tree *worktree.Tree `json:"tree,omitempty"`
	// Start is the state of the folder when the chain began. Its Commit is empty if no snapshot was possible.
	Start worktree.Snapshot `json:"start"`
	// Ready says that the snapshot was taken, if possible, and that the worktree was made.
	Ready bool `json:"ready"`
	// Next is the index of the next or current step. Visit counts how often the chain has entered a step.
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
	// Worked: the CLI has ended well. Its changes have not been examined yet.
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
	// Number counts the attempts at this step from 1. Visit is the chain's Visit when it entered the step. Try counts the
	// attempts since then from 0.
	Number int `json:"number"`
	Visit  int `json:"visit"`
	Try    int `json:"try,omitempty"`
	// Previous is the index of the attempt whose work it continues: -1 for none.
	Previous int    `json:"previous"`
	State    State  `json:"state"`
	Reason   string `json:"reason,omitempty"`
	CLI      string `json:"cli,omitempty"`
	Model    string `json:"model,omitempty"`
	// Machine is the user's machine on which the CLI works. Empty for this one.
	Machine string `json:"machine,omitempty"`
	// Away is the copy of the folder that receives the work from that machine. Nil if no work is under way there.
	Away *worktree.Tree `json:"away,omitempty"`
	// Prompt is for the CLI. From is the session that it continues: empty for a new one.
	Prompt string `json:"prompt"`
	From   string `json:"from,omitempty"`
	// Before and After are commits of the folder before the visit and after the attempt. Empty if no snapshot was
	// possible.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Files are the files that were changed between them.
	Files []string `json:"files,omitempty"`
	// Run is the run that did it, Session the session that it made.
	Run     string       `json:"run,omitempty"`
	Session runs.Session `json:"session,omitzero"`
	// Contest is the A/B of a parallel step, Picked the contestant whose work counts.
	Contest string `json:"contest,omitempty"`
	Picked  string `json:"picked,omitempty"`
	// Text is the last answer.
	Text string `json:"text,omitempty"`
	// Check is the result of the check. Nil if there was none.
	Check      *Check         `json:"check,omitempty"`
	Turns      int            `json:"turns"`
	Usage      timeline.Usage `json:"usage"`
	Cost       float64        `json:"cost,omitempty"`
	DurationMS int64          `json:"duration_ms"`
}

// Check is the result of a step's check. Output is the end of its output, which is untrusted text.
type Check struct {
	ExitCode   int    `json:"exit_code"`
	Output     string `json:"output,omitempty"`
	DurationMS int64  `json:"duration_ms"`
}

// Alive reports whether a process works on the chain.
func (c Chain) Alive() bool { return c.Status == Running && c.Supervisor.Alive() }

// Step returns the next or current step.
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

// of returns the name of the chain in the runs that are a part of it.
func (c Chain) of() string { return "chain:" + c.ID }

// current returns the newest attempt at the current step, or nil.
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
