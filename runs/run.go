package runs

import (
	"time"

	"stead/inject/signals"
	"stead/timeline"
	"stead/writers"
)

// Status is the status of a run.
type Status string

// The possible statuses of a run.
const (
	Running     Status = "running"
	Completed   Status = "completed"
	Failed      Status = "failed"
	Interrupted Status = "interrupted"
)

// Session identifies one side of a run.
type Session struct {
	CLI  string `json:"cli"`
	ID   string `json:"id"`
	Path string `json:"path,omitempty"`
}

// Reference returns the session's reference: <cli>:<id>.
func (s Session) Reference() string { return s.CLI + ":" + s.ID }

// Run is the record of one run, as stored in run.json.
type Run struct {
	ID string `json:"run"`
	// From is the session that the run continues. It is zero if the CLI started a session of its own.
	From Session `json:"from,omitzero"`
	// Came describes what the run inherited from another machine. It is nil if nothing.
	Came *Came `json:"came,omitempty"`
	// To is the session that the last CLI works in. Its path is empty until a session that the CLI itself started has
	// been seen.
	To Session `json:"to"`
	// Opened says how the user opened To inside the CLI. It is empty for a session on which stead started the CLI.
	Opened Opening `json:"opened,omitempty"`
	// Kind is the relation of To to From, a lineage kind of the timeline. Empty means a continuation. At is the entry
	// of From after which To diverges. It is empty at the end of From.
	Kind string `json:"kind,omitempty"`
	At   string `json:"at,omitempty"`
	// Part says what the run is a part of. It is nil if the run stands alone.
	Part *Part `json:"part,omitempty"`
	// Prompt is the CLI's first prompt. It is empty if the user typed the first prompt in the CLI's own terminal.
	Prompt string `json:"prompt,omitempty"`
	// Allow is what the CLIs may do without asking, an allowance of package inject. Empty means their own
	// configuration.
	Allow  string `json:"allow,omitempty"`
	Status Status `json:"status"`
	// ExitCode is stead's own exit code.
	ExitCode int `json:"exit_code"`
	// Reason is a sentence that says why a run failed.
	Reason    string         `json:"reason,omitempty"`
	Delivered writers.Report `json:"delivered"`
	// Lines is the number of records in the target session when it was written. Later records were added by the CLI.
	Lines int `json:"lines"`
	// Dir is the working folder.
	Dir     string    `json:"dir"`
	Started time.Time `json:"started"`
	// Resumed is when an interrupted run was resumed. The duration includes the work before that.
	Resumed    time.Time      `json:"resumed,omitzero"`
	DurationMS int64          `json:"duration_ms"`
	Usage      timeline.Usage `json:"usage"`
	FinalText  string         `json:"final_text"`
	// State is the state of the CLI since Since. About says what permission is requested for, or what went wrong. Its
	// text is untrusted.
	State signals.State `json:"state,omitempty"`
	Since time.Time     `json:"since,omitzero"`
	About string        `json:"about,omitempty"`
	// Question is the full permission request. Answers are the last answers that were given. Question is nil if nothing
	// is requested.
	Question *signals.Question `json:"question,omitempty"`
	Answers  []signals.Answer  `json:"answers,omitempty"`
	// Limit is the last limit that the CLI reported. It is nil if there was none.
	Limit *signals.Limit `json:"limit,omitempty"`
	// Calling are the calls that the CLI has announced since it was started, if it records calls only together with
	// their results.
	Calling []Call `json:"calling,omitempty"`
	// Again are the prompts that stead itself gave a CLI so that it continues.
	Again []Again `json:"again,omitempty"`
	// Asked is the CLI's latest prompt, if that is not Prompt. It is nil before.
	Asked *Asked `json:"asked,omitempty"`
	// Hops are the sessions that the run went through before To, in order: those of other CLIs, and those that the user
	// left inside a CLI.
	Hops []Hop `json:"hops,omitempty"`
	// Mirrors are the sessions in the source's CLI that hold results of the run. Only the last one is kept up to date.
	Mirrors []Mirror `json:"mirrors,omitempty"`
	// Taking describes what was being taken from the mirror when the record was written. It is nil if nothing was.
	Taking *Taking `json:"taking,omitempty"`
	// Unleased is since when the CLI has been working although the machine's lease of the run has ended. It is zero
	// while no other machine may continue the run.
	Unleased time.Time `json:"unleased,omitzero"`
	// Moved is the run on another machine that continues this one: desk/ID. It is empty if the run was not moved.
	Moved string `json:"moved,omitempty"`
	// Elsewhere is the machine that has taken over the run. It is empty if none has.
	Elsewhere string `json:"elsewhere,omitempty"`
	// Unstarted reports that only the session was made: no CLI was started on it.
	Unstarted bool `json:"unstarted,omitempty"`
	// Headless reports that the run has no terminal for a user to type in.
	Headless bool `json:"headless,omitempty"`
	// Turns counts the completed turns. Cost is in US dollars, as far as the CLIs report it.
	Turns int     `json:"turns,omitempty"`
	Cost  float64 `json:"cost,omitempty"`
	// Supervisor is the stead process. Child is the CLI that it started.
	Supervisor Process `json:"supervisor"`
	Child      Process `json:"child,omitzero"`
}

// Part is a run's place in something larger: a contestant of a contest, or a step of a chain.
type Part struct {
	// Of is the reference of the whole: ab:<id>, chain:<id>.
	Of string `json:"of"`
	// Name is the name of the part there. Attempt counts from 1.
	Name    string `json:"name"`
	Attempt int    `json:"attempt,omitempty"`
}

// Call is an announced call: its id, and a description.
type Call struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Again is a prompt that stead gave a CLI so that it continued the work of the previous one. It is hidden in the
// journal, because nobody said it or it was said before. The CLI's own session shows it.
type Again struct {
	// Entry is the journal's entry with the prompt.
	Entry string `json:"entry"`
	// Session is the session that received the prompt.
	Session Session `json:"session"`
	// Of is the entry that it repeats: the last prompt, if that had no answer yet. It is empty if the prompt only says
	// to continue.
	Of string `json:"of,omitempty"`
}

// Asked is the prompt of a CLI in a later part of a run: after a limit, or after the run was resumed.
type Asked struct {
	Prompt string `json:"prompt"`
	// After is the number of entries that the run's CLIs had added before.
	After int `json:"after"`
	// Own reports that stead itself added the prompt. Of is the prompt that it repeats, see [Again].
	Own bool   `json:"own,omitempty"`
	Of  string `json:"of,omitempty"`
}

// Hop is a session that a run has left: because the run moved to the next CLI, or because the user opened another
// session in the same CLI.
type Hop struct {
	To Session `json:"to"`
	// Opened says how the user opened it.
	Opened Opening `json:"opened,omitempty"`
	// Lines is the number of records in the session when it was written.
	Lines     int            `json:"lines"`
	Delivered writers.Report `json:"delivered"`
	// Reason is a sentence that says why the run left it. Limit is the limit that caused that, if any.
	Reason string         `json:"reason"`
	Limit  *signals.Limit `json:"limit,omitempty"`
	Ended  time.Time      `json:"ended"`
}

// Home returns the CLI in which the content of the run began: that of the session that the run continues, or else the
// first CLI that it went through.
func (r Run) Home() string {
	switch {
	case r.From.CLI != "":
		return r.From.CLI
	case len(r.Hops) > 0:
		return r.Hops[0].To.CLI
	}
	return r.To.CLI
}

// Alive reports whether the run is still active: its record says so and its process is alive.
func (r Run) Alive() bool { return r.Status == Running && r.Supervisor.Alive() }
