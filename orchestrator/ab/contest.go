package ab

import (
	"slices"
	"time"

	"stead/forks/worktree"
	"stead/inject"
	"stead/runs"
	"stead/timeline"
)

// kind is the relation of a contestant's session to the session that all continue.
const kind = timeline.LineageAB

// State says how far a contestant has come.
type State string

// The states of a contestant, in their order.
const (
	Waiting   State = "waiting"
	Preparing State = "preparing"
	Working   State = "working"
	Checking  State = "checking"
	// Done: the CLI has finished. The check tells whether its work is good.
	Done State = "done"
	// Failed: the CLI has failed, or something that it needed. TimedOut: it was ended because it took too long. Spent: it
	// was ended because it used up another limit.
	Failed   State = "failed"
	TimedOut State = "timeout"
	Spent    State = "budget"
	// Stopped: it was ended on order, alone or with the whole contest.
	Stopped State = "stopped"
	// Killed: stead was killed while the contestant worked. No record holds this state: it is derived from a record whose
	// process is dead.
	Killed State = "killed"
)

// Ended reports whether nothing more happens.
func (s State) Ended() bool {
	return s != Waiting && s != Preparing && s != Working && s != Checking
}

// Contest is the record of a contest, as ab.json holds it.
type Contest struct {
	ID string `json:"contest"`
	// Status is Completed when all contestants have ended, however they did, and Interrupted when the contest was stopped
	// early. Reason says in a sentence what ended it.
	Status runs.Status `json:"status"`
	Reason string      `json:"reason,omitempty"`
	Prompt string      `json:"prompt"`
	// From is the reference of the session that all continue; it is empty if each begins its own. At is where it was cut,
	// in the form of forks.Point.
	From string `json:"from,omitempty"`
	At   string `json:"at,omitempty"`
	// Dir is the user's folder, Snapshot its content when the contest began.
	Dir      string            `json:"dir"`
	Snapshot worktree.Snapshot `json:"snapshot"`
	Check    string            `json:"check,omitempty"`
	Allow    inject.Allowance  `json:"allow,omitempty"`
	// TimeoutMS is how long a contestant may work, in milliseconds; 0 means no limit.
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
	Parallel  int   `json:"parallel"`
	// Part names the whole that the contest is a part of. Nil if it stands alone.
	Part    *runs.Part `json:"part,omitempty"`
	Started time.Time  `json:"started"`
	Ended   time.Time  `json:"ended,omitzero"`
	// Supervisor is the stead process that holds the contest.
	Supervisor  runs.Process `json:"supervisor"`
	Contestants []Contestant `json:"contestants"`
	// Picked is the winner. Nil as long as none was picked.
	Picked *Picked `json:"picked,omitempty"`
}

// Contestant is a participant: its task, and its results.
type Contestant struct {
	Name string `json:"name"`
	CLI  string `json:"cli"`
	// Machine is the user's machine on which its CLI works. Empty for this one.
	Machine string `json:"machine,omitempty"`
	Model   string `json:"model,omitempty"`
	State   State  `json:"state"`
	Reason  string `json:"reason,omitempty"`
	// Branch and Tree are the git branch and the folder in which it works. The folder no longer exists after a cleaning.
	Branch string `json:"branch,omitempty"`
	Tree   string `json:"tree,omitempty"`
	// Run is its run, which has the conversation and the answer.
	Run string `json:"run,omitempty"`
	// Commit holds its work; if it changed nothing, it is the snapshot's commit. Files, Added and Deleted count files and
	// lines.
	Commit  string `json:"commit,omitempty"`
	Files   int    `json:"files"`
	Added   int    `json:"added"`
	Deleted int    `json:"deleted"`
	// Checked is the result of the check. Nil if there is no check, or if it was not reached.
	Checked    *Checked       `json:"check,omitempty"`
	Turns      int            `json:"turns"`
	Usage      timeline.Usage `json:"usage"`
	Cost       float64        `json:"cost,omitempty"`
	Started    time.Time      `json:"started,omitzero"`
	DurationMS int64          `json:"duration_ms"`
}

// Checked is the result of a check. Output is the end of its output, which is untrusted text.
type Checked struct {
	ExitCode   int    `json:"exit_code"`
	Output     string `json:"output,omitempty"`
	DurationMS int64  `json:"duration_ms"`
}

// Succeeded reports whether the contestant has finished, and its work passes the check if there is one.
func (c Contestant) Succeeded() bool {
	return c.State == Done && !c.FailedCheck()
}

// FailedCheck reports whether the work was checked and did not pass.
func (c Contestant) FailedCheck() bool { return c.Checked != nil && c.Checked.ExitCode != 0 }

// Picked is a contestant that has won.
type Picked struct {
	Name string `json:"name"`
	// Commit is the part of its work that was brought in. Branch is the branch that received it, if it was not the user's
	// folder.
	Commit string `json:"commit"`
	Branch string `json:"branch,omitempty"`
	// Run is the run whose session continues in the user's folder. Empty if none does.
	Run string    `json:"run,omitempty"`
	At  time.Time `json:"at"`
}

// Reference returns the name of the contest in the runs that are a part of it.
func (c Contest) Reference() string { return reference(c.ID) }

func reference(id string) string { return "ab:" + id }

// Alive reports whether the contest is still active: its record says so and its process lives.
func (c Contest) Alive() bool { return c.Status == runs.Running && c.Supervisor.Alive() }

// Find returns the contestant with a name, or with a number, counted from 1.
func (c Contest) Find(name string) (Contestant, error) {
	for i, one := range c.Contestants {
		if one.Name == name || number(i) == name {
			return one, nil
		}
	}
	return Contestant{}, c.unknown(name)
}

// Winners returns the contestants that have succeeded.
func (c Contest) Winners() []Contestant {
	return slices.DeleteFunc(slices.Clone(c.Contestants), func(one Contestant) bool { return !one.Succeeded() })
}
