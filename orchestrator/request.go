package orchestrator

import (
	"stead/forks"
	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/inject/signals"
	"stead/orchestrator/delivery"
	"stead/orchestrator/questions"
	"stead/orchestrator/session"
	"stead/orchestrator/source"
	"stead/runs"
)

// Request says what shall be continued where.
type Request struct {
	// From is the reference of the session to continue, To the name of the CLI that continues it. Without From the CLI
	// begins a session of its own.
	From, To string
	// Trusted has a session from outside keep what it says about itself beside its conversation. See
	// [source.Conversation].
	Trusted bool
	// At is where the session is cut before it continues: its end by default.
	At forks.Point
	// Merge says what is brought back into the session. Nil when nothing is.
	Merge *source.Merge
	// Kind is what the new session is to the one that it continues, a lineage kind of the timeline: a continuation by
	// default.
	Kind string
	// Part is what the run is a part of. Nil when it stands for itself.
	Part *runs.Part
	// Resume is the id of an interrupted or ended run to continue in its last session. From and To are empty then.
	Resume string
	// Prompt says what the CLI should do next. A headless run needs one.
	Prompt   string
	Headless bool
	// Model is the target's model. Empty leaves the choice to Models, and then to the CLI.
	Model string
	// Models choose the target's model by the one that the session was held with in another CLI. The first that fits
	// counts.
	Models   []delivery.ModelRule
	History  policy.History
	Thinking policy.Thinking
	// Redaction says whether secrets are masked in what is delivered. The prompt is the user's own words and goes as it
	// is.
	Redaction redaction.Policy
	// Allow is what the CLI may do without asking.
	Allow inject.Allowance
	// Unstarted says that the session is only made: no CLI is started on it. See [Orchestrator.Fork].
	Unstarted bool
	// Dir is the working folder: an absolute path. Empty means the session's own.
	Dir string
	// Arguments are passed to the CLI as they are; Environment is set for it in addition to stead's own, each NAME=value.
	Arguments   []string
	Environment []string
	// Terminal is the user's. Interactive runs only.
	Terminal Terminal
	// Orders are the instructions to the active run. Nil when there are none.
	Orders <-chan session.Order
	// Questions are what the run's CLIs ask, where somebody else answers them. Nil when nobody does.
	Questions *questions.Register
	// Failover are the CLIs that go on, one after the other, when a limit stops the one before; Patience is how long a CLI
	// may try again by itself before.
	Failover []string
	Patience signals.Patience
	// Elsewhere holds, for each CLI that a run may move to, what replaces Models, Arguments and Environment.
	Elsewhere map[string]Settings
	// Sync says where new turns are mirrored in the source's CLI. A run that is resumed keeps up the mirrors that it has.
	Sync Sync
	// Budget ends the run when it is used up.
	Budget session.Budget
	// Lease is what the run does about its lease.
	Lease Lease

	// latest returns the settings that may change in flight, applied are those that the fields hold. See
	// [Request.Following].
	latest  func() *InFlight
	applied *InFlight
}

// In returns the request for a CLI, with what is configured for that one.
func (r Request) In(cli string) Request {
	own := r.Elsewhere[cli]
	r.To, r.Model = cli, ""
	r.Models, r.Arguments, r.Environment = own.Models, own.Arguments, own.Environment
	return r
}

// Query asks for the session to continue.
func (r Request) Query() source.Query {
	return source.Query{From: r.From, To: r.To, Trusted: r.Trusted, At: r.At, Merge: r.Merge}
}

// delivery is what of the request decides how the session goes to its CLI.
func (r Request) delivery() delivery.Request {
	return delivery.Request{
		To: r.To, Dir: r.Dir, Prompt: r.Prompt, Headless: r.Headless, Unstarted: r.Unstarted, Model: r.Model,
		Models:  r.Models,
		History: r.History, Thinking: r.Thinking, Redaction: r.Redaction, Allow: r.Allow, Arguments: r.Arguments,
		Environment: r.Environment,
	}
}

// Settings are for a CLI that a run moves to.
type Settings struct {
	Models                 []delivery.ModelRule
	Arguments, Environment []string
}
