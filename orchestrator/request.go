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

// Request describes what to continue, and where.
type Request struct {
	// From is the reference of the session to continue. To is the name of the CLI that continues it. Without From, the CLI
	// begins a session of its own.
	From, To string
	// Trusted lets a session from outside keep its statements about itself that are not part of its conversation. See
	// [source.Conversation].
	Trusted bool
	// At is where the session is cut before it continues: its end by default.
	At forks.Point
	// Merge describes what is brought back into the session. Nil if there is nothing.
	Merge *source.Merge
	// Kind is the relation of the new session to the one that it continues, a lineage kind of the timeline: a continuation
	// by default.
	Kind string
	// Part names the whole that the run is a part of. Nil if the run stands alone.
	Part *runs.Part
	// Resume is the id of an interrupted or ended run to continue in its last session. From and To are then empty.
	Resume string
	// Prompt says what the CLI should do next. A headless run needs one.
	Prompt   string
	Headless bool
	// Model is the target's model. If it is empty, Models and then the CLI choose.
	Model string
	// Models choose the target's model by the model that the session used in another CLI. The first match counts.
	Models   []delivery.ModelRule
	History  policy.History
	Thinking policy.Thinking
	// Redaction says whether secrets are masked in the delivered session. The prompt is the user's own words and is never
	// masked.
	Redaction redaction.Policy
	// Allow is what the CLI may do without asking.
	Allow inject.Allowance
	// Unstarted only makes the session and starts no CLI on it. See [Orchestrator.Fork].
	Unstarted bool
	// Dir is the working folder: an absolute path. Empty means the session's own.
	Dir string
	// Arguments are passed to the CLI unchanged. Environment is set for it in addition to stead's own, each NAME=value.
	Arguments   []string
	Environment []string
	// Terminal is the user's. Interactive runs only.
	Terminal Terminal
	// Orders are the instructions to the active run. Nil if there are none.
	Orders <-chan session.Order
	// Switches tell the active run to go on in another CLI. Nil if nobody does.
	Switches <-chan session.Switch
	// Questions are the questions of the run's CLIs, if another process answers them. Nil if none does.
	Questions *questions.Register
	// Failover lists the CLIs that continue, one after the other, when a limit stops the one before. Patience is how long
	// a CLI may retry by itself before that.
	Failover []string
	Patience signals.Patience
	// Elsewhere holds, for each CLI that a run may move to, the values that replace Models, Arguments and Environment.
	Elsewhere map[string]Settings
	// Sync says where new turns are mirrored in the source's CLI. A resumed run keeps its mirrors up to date.
	Sync Sync
	// Budget ends the run when it is used up.
	Budget session.Budget
	// Lease says how the run uses its lease.
	Lease Lease

	// latest returns the settings that may change in flight; applied are those that the fields now hold. See
	// [Request.Following].
	latest  func() *InFlight
	applied *InFlight
}

// In returns the request for a CLI, with that CLI's own settings.
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

// delivery returns the part of the request that decides how the session is delivered to its CLI.
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
