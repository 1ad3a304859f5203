package runs

import (
	"time"

	"stead/inject/signals"
	"stead/timeline"
	"stead/writers"
)

// Status says how far a run has come.
type Status string

// The states of a run.
const (
	Running     Status = "running"
	Completed   Status = "completed"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
)

// Session names one side of a run.
type Session struct {
	CLI  string `json:"cli"`
	ID   string `json:"id"`
	Path string `json:"path,omitempty"`
}

// Reference returns the session's reference: <cli>:<id>.
func (s Session) Reference() string { return s.CLI + ":" + s.ID }

// Run is the record of one run, as run.json holds it.
type Run struct {
	ID string `json:"run"`
	// From is the session that the run continues. Zero for one whose CLI began a session of its own.
	From Session `json:"from,omitzero"`
	// Came says what of it has come from another machine. Nil when nothing has.
	Came *Came `json:"came,omitempty"`
	// To is the session that the last CLI works in. Its path is empty as long as a session that the CLI itself has begun
	// was not seen.
	To Session `json:"to"`
	// Opened says how the user has opened To inside the CLI. Empty for a session on which stead started the CLI.
	Opened Opening `json:"opened,omitempty"`
	// Kind is what To is to From, a lineage kind of the timeline. Empty is a continuation. At is the entry of From after
	// which it goes its own way; empty at its end.
	Kind string `json:"kind,omitempty"`
	At   string `json:"at,omitempty"`
	// Part is what the run is a part of. Nil when it stands for itself.
	Part *Part `json:"part,omitempty"`
	// Prompt is what the CLI was told to do first. Empty when it was told in its own terminal.
	Prompt string `json:"prompt,omitempty"`
	// Allow is what the CLIs may do without asking: an allowance of package inject. Empty is what they are configured for.
	Allow  string `json:"allow,omitempty"`
	Status Status `json:"status"`
	// ExitCode is stead's own exit code.
	ExitCode int `json:"exit_code"`
	// Reason says in a sentence why a run failed.
	Reason    string         `json:"reason,omitempty"`
	Delivered writers.Report `json:"delivered"`
	// Lines is how many records the target session had when it was written: what follows is the CLI's own.
	Lines int `json:"lines"`
	// Dir is the working folder.
	Dir     string    `json:"dir"`
	Started time.Time `json:"started"`
	// Resumed is when an interrupted run was resumed. Its duration counts the work before and since.
	Resumed    time.Time      `json:"resumed,omitzero"`
	DurationMS int64          `json:"duration_ms"`
	Usage      timeline.Usage `json:"usage"`
	FinalText  string         `json:"final_text"`
	// State is what the CLI does, since Since. About says for what permission is asked, or what went wrong: a stranger's
	// text.
	State signals.State `json:"state,omitempty"`
	Since time.Time     `json:"since,omitzero"`
	About string        `json:"about,omitempty"`
	// Question is the whole of what permission is asked for, Answers are the last that were given. Nil when nothing is
	// asked.
	Question *signals.Question `json:"question,omitempty"`
	Answers  []signals.Answer  `json:"answers,omitempty"`
	// Limit is the last limit that the CLI has told of. Nil when there was none.
	Limit *signals.Limit `json:"limit,omitempty"`
	// Calling are the calls that the CLI has announced since it was started, where it records them only with their
	// results.
	Calling []Call `json:"calling,omitempty"`
	// Again are the prompts that stead itself gave a CLI to continue with.
	Again []Again `json:"again,omitempty"`
	// Asked is what the CLI was told last, where that was not Prompt. Nil before.
	Asked *Asked `json:"asked,omitempty"`
	// Hops are the sessions that the run went through before To, in order: those of other CLIs, and those that the user
	// has left inside a CLI.
	Hops []Hop `json:"hops,omitempty"`
	// Mirrors are the sessions in the source's CLI that hold what the run has come to. The last is the one that is kept
	// up.
	Mirrors []Mirror `json:"mirrors,omitempty"`
	// Taking is what was being taken from the mirror when the record was written. Nil when nothing was.
	Taking *Taking `json:"taking,omitempty"`
	// Unleased is since when the CLI works although the machine's lease of the run has ended. Zero while nobody else may
	// go on with the run.
	Unleased time.Time `json:"unleased,omitzero"`
	// Moved is the run of another machine as which this one goes on: desk/ID. Empty where it was not moved.
	Moved string `json:"moved,omitempty"`
	// Elsewhere is the machine that has taken the run over. Empty where none has.
	Elsewhere string `json:"elsewhere,omitempty"`
	// Unstarted says that the session was only made: no CLI was started on it.
	Unstarted bool `json:"unstarted,omitempty"`
	// Headless says that nobody types.
	Headless bool `json:"headless,omitempty"`
	// Turns counts the turns that have ended, Cost is in US dollars, as far as the CLIs tell.
	Turns int     `json:"turns,omitempty"`
	Cost  float64 `json:"cost,omitempty"`
	// Supervisor is the stead process, Child the CLI that it started.
	Supervisor Process `json:"supervisor"`
	Child      Process `json:"child,omitzero"`
}

// Part is a run's place in something larger: a contest's contestant, a chain's step.
type Part struct {
	// Of is what it is a part of: ab:<id>, chain:<id>.
	Of string `json:"of"`
	// Name is its own name there, Attempt counts from 1.
	Name    string `json:"name"`
	Attempt int    `json:"attempt,omitempty"`
}

// Call is a call that was announced: by its id, and in words.
type Call struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Again is a prompt that stead gave a CLI so that it continued the work of the one before. In the journal it is hidden:
// nobody said it, or it was said before. In the CLI's own session it is there.
type Again struct {
	// Entry is the journal's entry of the prompt.
	Entry string `json:"entry"`
	// Session is the one in which it was given.
	Session Session `json:"session"`
	// Of is the entry that it repeats: the last prompt, when that had no answer yet. Empty when it says only to go on.
	Of string `json:"of,omitempty"`
}

// Asked is the prompt of a CLI in a later part of a run: after a limit, or when the run was resumed.
type Asked struct {
	Prompt string `json:"prompt"`
	// After is how many entries the run's CLIs had added before.
	After int `json:"after"`
	// Own says that stead said it of its own accord, Of which prompt it repeats: see [Again].
	Own bool   `json:"own,omitempty"`
	Of  string `json:"of,omitempty"`
}

// Hop is a session that a run has left: its CLI for the next one, or the session alone for another one that the user
// has opened in the same CLI.
type Hop struct {
	To Session `json:"to"`
	// Opened says how the user had opened it.
	Opened Opening `json:"opened,omitempty"`
	// Lines is how many records its session had when it was written.
	Lines     int            `json:"lines"`
	Delivered writers.Report `json:"delivered"`
	// Reason says in a sentence why it was left, Limit by which limit.
	Reason string         `json:"reason"`
	Limit  *signals.Limit `json:"limit,omitempty"`
	Ended  time.Time      `json:"ended"`
}

// Home is the CLI in which what the run holds began: that of the session which it continues, else the first that it
// went through.
func (r Run) Home() string {
	switch {
	case r.From.CLI != "":
		return r.From.CLI
	case len(r.Hops) > 0:
		return r.Hops[0].To.CLI
	}
	return r.To.CLI
}

// Alive reports whether the run is still worked on: its record says so and its process lives.
func (r Run) Alive() bool { return r.Status == Running && r.Supervisor.Alive() }
