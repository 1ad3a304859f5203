package ab

import (
	"slices"
	"time"

	"stead/forks/worktree"
	"stead/inject"
	"stead/runs"
	"stead/timeline"
)

// kind is what a contestant's session is to the one that all continue.
const kind = timeline.LineageAB

// State says how far a contestant is.
type State string

// The states of a contestant, in the order in which they come.
const (
	Waiting   State = "waiting"
	Preparing State = "preparing"
	Working   State = "working"
	Checking  State = "checking"
	// Done: the CLI has finished. Whether its work is any good the check tells.
	Done State = "done"
	// Failed: the CLI has failed, or something that it needed. TimedOut: it was ended because it took too long; Spent:
	// because it has used up what it may use besides time.
	Failed   State = "failed"
	TimedOut State = "timeout"
	Spent    State = "budget"
	// Stopped: it alone was ended on order, or with the whole contest.
	Stopped State = "stopped"
	// Killed: stead was killed while the contestant worked. No record says so: it is what a record means whose process is
	// dead.
	Killed State = "killed"
)

// Ended reports whether nothing more happens.
func (s State) Ended() bool {
	return s != Waiting && s != Preparing && s != Working && s != Checking
}

// Contest is the record of a contest, as ab.json holds it.
type Contest struct {
	ID string `json:"contest"`
	// Status is Completed when everybody has ended, however that was, and Interrupted when the contest was broken off.
	// Reason says in a sentence what ended it.
	Status runs.Status `json:"status"`
	Reason string      `json:"reason,omitempty"`
	Prompt string      `json:"prompt"`
	// From is the reference of the session that all continue, empty where each begins its own; At is where it was cut, as
	// forks.Point writes it.
	From string `json:"from,omitempty"`
	At   string `json:"at,omitempty"`
	// Dir is the user's folder, Snapshot what was in it when the contest began.
	Dir      string            `json:"dir"`
	Snapshot worktree.Snapshot `json:"snapshot"`
	Check    string            `json:"check,omitempty"`
	Allow    inject.Allowance  `json:"allow,omitempty"`
	// TimeoutMS is how long a contestant may work, in milliseconds; 0 is without end.
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	Parallel  int   `json:"parallel"`
	// Part is what the contest is a part of. Nil when it stands for itself.
	Part    *runs.Part `json:"part,omitempty"`
	Started time.Time  `json:"started"`
	Ended   time.Time  `json:"ended,omitzero"`
	// Supervisor is the stead process that holds the contest.
	Supervisor  runs.Process `json:"supervisor"`
	Contestants []Contestant `json:"contestants"`
	// Picked is the winner. Nil as long as nobody was picked.
	Picked *Picked `json:"picked,omitempty"`
}

// Contestant is one who takes part: what it was asked with, and what came of it.
type Contestant struct {
	Name string `json:"name"`
	CLI  string `json:"cli"`
	// Machine is the one of the user's on which its CLI works. Empty for this one.
	Machine string `json:"machine,omitempty"`
	Model   string `json:"model,omitempty"`
	State   State  `json:"state"`
	Reason  string `json:"reason,omitempty"`
	// Branch and Tree are the git branch and the folder that it works in. The folder is gone once the contest is cleaned.
	Branch string `json:"branch,omitempty"`
	Tree   string `json:"tree,omitempty"`
	// Run is its run, which has the conversation and the answer.
	Run string `json:"run,omitempty"`
	// Commit holds what it has made; that of the snapshot when it has changed nothing. Files, Added and Deleted count
	// files and lines.
	Commit  string `json:"commit,omitempty"`
	Files   int    `json:"files"`
	Added   int    `json:"added"`
	Deleted int    `json:"deleted"`
	// Checked is what the check said. Nil when there is none, or it was not come to.
	Checked    *Checked       `json:"check,omitempty"`
	Turns      int            `json:"turns"`
	Usage      timeline.Usage `json:"usage"`
	Cost       float64        `json:"cost,omitempty"`
	Started    time.Time      `json:"started,omitzero"`
	DurationMS int64          `json:"duration_ms"`
}

// Checked is how the check ended. Output is the end of what it printed, a stranger's text.
type Checked struct {
	ExitCode   int    `json:"exit_code"`
	Output     string `json:"output,omitempty"`
	DurationMS int64  `json:"duration_ms"`
}

// Succeeded reports whether the contestant has finished, and its work passes the check where there is one.
func (c Contestant) Succeeded() bool {
	return c.State == Done && (c.Checked == nil || c.Checked.ExitCode == 0)
}

// Picked is a contestant that has won.
type Picked struct {
	Name string `json:"name"`
	// Commit is what of it was brought in; Branch is where, when that was a branch and not the user's folder.
	Commit string `json:"commit"`
	Branch string `json:"branch,omitempty"`
	// Run is the run whose session continues in the user's folder. Empty when none does.
	Run string    `json:"run,omitempty"`
	At  time.Time `json:"at"`
}

// Reference is what the runs of the contest are a part of.
func (c Contest) Reference() string { return reference(c.ID) }

func reference(id string) string { return "ab:" + id }

// Alive reports whether the contest is still active: its record says so and its process lives.
func (c Contest) Alive() bool { return c.Status == runs.Running && c.Supervisor.Alive() }

// Find returns the contestant of that name, or of that number, counted from 1.
func (c Contest) Find(name string) (Contestant, error) {
	for i, one := range c.Contestants {
		if one.Name == name || number(i) == name {
			return one, nil
		}
	}
	return Contestant{}, c.unknown(name)
}

// Winners returns who has succeeded.
func (c Contest) Winners() []Contestant {
	return slices.DeleteFunc(slices.Clone(c.Contestants), func(one Contestant) bool { return !one.Succeeded() })
}
