package orchestrator

import (
	"errors"
	"path"
	"strings"

	"stead/forks"
	"stead/inject"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/orchestrator/source"
	"stead/runs"
	"stead/signals"
	"stead/writers"
)

// Errors of a run, beside those of the packages below.
var (
	// ErrNoDriver: sessions can be read or written in that format, but there is nothing to start.
	ErrNoDriver = errors.New("nothing to run")
	// ErrNoFolder: the session's working folder does not exist, or is not known.
	ErrNoFolder = errors.New("no folder to work in")
	// ErrPromptTooLong: the CLI takes the prompt only as an argument, and the system takes none of that length.
	ErrPromptTooLong = errors.New("the prompt is too long")
	// ErrNoModel: the CLI must be told a model, and none is known.
	ErrNoModel = errors.New("no model to go on with")
	// ErrCLIFailed: the CLI ended with an error.
	ErrCLIFailed = errors.New("the CLI failed")
	// ErrInterrupted: the run was ended by a signal.
	ErrInterrupted = errors.New("interrupted")
)

// Request says what shall be continued where.
type Request struct {
	// From is the reference of the session to continue, To the name of the CLI that goes on with it. Without From the CLI begins a
	// session of its own.
	From, To string
	// At is where the session is cut before it goes on: its end by default.
	At forks.Point
	// Merge says what is brought back into the session. Nil when nothing is.
	Merge *source.Merge
	// Kind is what the new session is to the one that it continues, a lineage kind of the timeline: a continuation by default.
	Kind string
	// Part is what the run is a part of. Nil when it stands for itself.
	Part *runs.Part
	// Resume is the id of a run that was broken off, or has ended, to go on with in the session that it had last. Then there is neither From nor To.
	Resume string
	// Prompt is what the CLI is told to do next. A headless run needs one.
	Prompt   string
	Headless bool
	// Model is the target's model. Empty leaves the choice to Models, and then to the CLI.
	Model string
	// Models choose the target's model by the one that the session was held with in another CLI. The first that fits counts.
	Models   []ModelRule
	History  policy.History
	Thinking policy.Thinking
	// Redaction says whether secrets are masked in what is delivered. The prompt is the user's own words and goes as it is.
	Redaction redaction.Policy
	// Allow is what the CLI may do without asking.
	Allow inject.Allowance
	// Unstarted says that the session is only made: no CLI is started on it. See [Orchestrator.Fork].
	Unstarted bool
	// Dir is the working folder: an absolute path. Empty means the session's own.
	Dir string
	// Arguments are passed to the CLI as they are; Environment is set for it beside stead's own, each NAME=value.
	Arguments   []string
	Environment []string
	// Terminal is the user's. Interactive runs only.
	Terminal Terminal
	// Orders are what the run is told while it goes on. Nil when nobody tells it anything.
	Orders <-chan Order
	// Failover are the CLIs that go on, one after the other, when a limit stops the one before; Patience is how long a CLI may try
	// again by itself before.
	Failover []string
	Patience signals.Patience
	// Elsewhere is what each CLI that a run may move to is told in place of Models, Arguments and Environment.
	Elsewhere map[string]Settings
	// Sync says where new turns are mirrored in the source's CLI. A run that is resumed keeps up the mirrors that it has.
	Sync Sync
	// Budget ends the run when it is used up.
	Budget Budget

	// latest returns the settings that may change in flight, applied are those that the fields hold. See [Request.Following].
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
	return source.Query{From: r.From, To: r.To, At: r.At, Merge: r.Merge}
}

// Settings are what a CLI is told that a run moves to.
type Settings struct {
	Models                 []ModelRule
	Arguments, Environment []string
}

// Order is what a run is told while it goes on.
type Order struct {
	// Text is typed into the CLI and submitted as soon as its turn is over.
	Text string
	// Done is told when that was done, or why it was not. It must not block.
	Done func(error)
}

// Plan is what a run does: before it does it in a rehearsal, and with what was delivered in a run.
type Plan struct {
	// From is what goes on. Zero when the CLI begins a session of its own.
	From runs.Session `json:"from,omitzero"`
	To   runs.Session `json:"to"`
	Dir  string       `json:"dir"`
	// Program is the CLI, Version its version ("" when it is not known).
	Program string         `json:"program"`
	Version string         `json:"version,omitempty"`
	Report  writers.Report `json:"delivered"`
	// Cut says where the session was cut. Nil when it was not.
	Cut *forks.Cut `json:"cut,omitempty"`
	// Resumed says that the report is of the run's beginning: nothing is delivered now.
	Resumed bool `json:"resumed,omitempty"`
	// Command is the CLI's command line.
	Command []string `json:"command"`
}

// ModelRule says which model of the target takes the place of a model.
type ModelRule struct {
	// Pattern is the model that the session was held with, as [path.Match] has it but for the slash, which is a character as any
	// other: "claude-opus-*", "*".
	Pattern string
	Model   string
}

// AnyModel is the pattern of every model, and of a session that does not say its own.
const AnyModel = "*"

func (m ModelRule) fits(model string) bool {
	flat := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
	ok, err := path.Match(flat(m.Pattern), flat(model))
	return ok && err == nil
}

// model returns the model that was asked for. A session that goes on in its own CLI has its model already; for a new one counts what is set for
// any.
func (r Request) model(from source.Source) string {
	h := from.Stream.Header
	if r.Model != "" || h.Source.CLI == r.To && !from.IsNew {
		return r.Model
	}
	for _, rule := range r.Models {
		if rule.fits(h.Model.Model) {
			return rule.Model
		}
	}
	return ""
}
