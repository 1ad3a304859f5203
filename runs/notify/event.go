package notify

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"time"

	"stead/internal/term/plain"
)

// Kind says what happened.
type Kind string

// The kinds of events.
const (
	// Started: a turn has begun. The user is not notified of it unless the settings say so.
	Started Kind = "started"
	// Finished: a turn has ended, or the run.
	Finished Kind = "finished"
	// Waiting: the CLI is waiting for an answer of the user.
	Waiting Kind = "waiting"
	// Failed: a turn, or the run, ended with an error.
	Failed Kind = "failed"
	// Limited: a limit of the CLI's provider stopped it.
	Limited Kind = "limited"
	// Moved: the run continues in another CLI.
	Moved Kind = "moved"
)

// Kinds lists all kinds, in their natural order.
var Kinds = []Kind{Started, Finished, Waiting, Failed, Limited, Moved}

// Urgent reports whether the user has to act.
func (k Kind) Urgent() bool { return k == Waiting || k == Failed || k == Limited }

// Event is something that happened to a session.
type Event struct {
	Kind Kind
	At   time.Time
	// CLI is the adapter's name. Session is the session's reference: codex:<id>.
	CLI, Session string
	// Project is the session's folder. It is empty if unknown.
	Project string
	// Run is the run's id. It is empty for a session in which its CLI works without stead.
	Run string
	// Title is the session's title. About says what the CLI is waiting for, what went wrong, or how the answer begins.
	Title, About string
	// Command is the command that leads to the session.
	Command string
	// Took is how long the turn took. It is 0 if unknown.
	Took time.Duration
}

// Limits for untrusted texts, in terminal cells. Notifications show two or three lines.
const (
	longestText = 200
	longestName = 80
)

// clean returns the event without anything that a terminal would interpret.
func (e Event) clean() Event {
	for _, field := range []struct {
		text *string
		most int
	}{
		{&e.CLI, longestName}, {&e.Session, 0}, {&e.Project, 0}, {&e.Run, 0}, {&e.Title, longestText},
		{&e.About, longestText}, {&e.Command, 0},
	} {
		*field.text = plain.Fit(plain.Line(*field.text), field.most)
	}
	return e
}

// phrases say what happened, as the end of a sentence whose subject is the CLI.
var phrases = map[Kind]string{
	Started: "works", Finished: "has finished", Waiting: "waits", Failed: "has failed", Limited: "has hit a limit",
	Moved: "continues",
}

// Headline says in a few words which CLI did what, and where: "codex waits in demo-x".
func (e Event) Headline() string {
	e = e.clean()
	headline := e.CLI + " " + cmp.Or(phrases[e.Kind], string(e.Kind))
	if e.Project != "" {
		headline += " in " + plain.Fit(filepath.Base(e.Project), longestName)
	}
	return headline
}

// Text returns the event as one line.
func (e Event) Text() string {
	e = e.clean()
	if about := cmp.Or(e.About, e.Title); about != "" {
		return e.Headline() + ": " + about
	}
	return e.Headline()
}

// form is the JSON form of an event for programs. See the package comment.
type form struct {
	Kind    Kind      `json:"kind"`
	At      time.Time `json:"at"`
	CLI     string    `json:"cli"`
	Session string    `json:"session"`
	Project string    `json:"project,omitempty"`
	Run     string    `json:"run,omitempty"`
	Title   string    `json:"title,omitempty"`
	About   string    `json:"about,omitempty"`
	Command string    `json:"command,omitempty"`
	TookMS  int64     `json:"took_ms,omitempty"`
	Text    string    `json:"text"`
}

// MarshalJSON returns the event in the form for programs, as plain text.
func (e Event) MarshalJSON() ([]byte, error) {
	e = e.clean()
	return json.Marshal(form{
		Kind: e.Kind, At: e.At, CLI: e.CLI, Session: e.Session, Project: e.Project, Run: e.Run, Title: e.Title,
		About:   e.About,
		Command: e.Command, TookMS: e.Took.Milliseconds(), Text: e.Text(),
	})
}

// environment returns the event as environment variables, NAME=value.
func (e Event) environment() []string {
	e = e.clean()
	return []string{
		"STEAD_EVENT_KIND=" + string(e.Kind), "STEAD_EVENT_CLI=" + e.CLI, "STEAD_EVENT_SESSION=" + e.Session,
		"STEAD_EVENT_PROJECT=" + e.Project, "STEAD_EVENT_RUN=" + e.Run, "STEAD_EVENT_TITLE=" + e.Title,
		"STEAD_EVENT_ABOUT=" + e.About, "STEAD_EVENT_COMMAND=" + e.Command, "STEAD_EVENT_TEXT=" + e.Text(),
	}
}
