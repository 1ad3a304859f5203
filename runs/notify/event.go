package notify

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"time"

	"stead/internal/term/plain"
)

// Kind says what has happened.
type Kind string

// The kinds of events.
const (
	// Started: a turn has begun. Nobody is notified of that unless the settings say so.
	Started Kind = "started"
	// Finished: a turn is over, or the run.
	Finished Kind = "finished"
	// Waiting: the CLI waits until the user answers.
	Waiting Kind = "waiting"
	// Failed: a turn, or the run, has ended with an error.
	Failed Kind = "failed"
	// Limited: a limit of the CLI's provider stopped it.
	Limited Kind = "limited"
	// Moved: the run continues in another CLI.
	Moved Kind = "moved"
)

// Kinds are all kinds, in the order in which people think of them.
var Kinds = []Kind{Started, Finished, Waiting, Failed, Limited, Moved}

// Urgent reports whether the user has to do something.
func (k Kind) Urgent() bool { return k == Waiting || k == Failed || k == Limited }

// Event is one thing that happened to a session.
type Event struct {
	Kind Kind
	At   time.Time
	// CLI is the adapter's name, Session the session's reference: codex:<id>.
	CLI, Session string
	// Project is the session's folder. Empty when it is not known.
	Project string
	// Run is the run's id. Empty for a session that its CLI holds without stead.
	Run string
	// Title is the session's, About says what is waited for, what went wrong, or how the answer begins.
	Title, About string
	// Command is the one command that leads there.
	Command string
	// Took is how long the turn took. 0 when that is not known.
	Took time.Duration
}

// Bounds of what strangers say, in cells of a terminal. Notifications show two lines or three.
const (
	longestText = 200
	longestName = 80
)

// clean returns the event with nothing in it that a terminal would obey.
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

// phrases say what has happened as the end of a sentence whose subject is the CLI.
var phrases = map[Kind]string{
	Started: "works", Finished: "has finished", Waiting: "waits", Failed: "has failed", Limited: "has hit a limit",
	Moved: "continues",
}

// Headline says in a few words which CLI did what where: "codex waits in demo-x".
func (e Event) Headline() string {
	e = e.clean()
	headline := e.CLI + " " + cmp.Or(phrases[e.Kind], string(e.Kind))
	if e.Project != "" {
		headline += " in " + plain.Fit(filepath.Base(e.Project), longestName)
	}
	return headline
}

// Text says the event as one line.
func (e Event) Text() string {
	e = e.clean()
	if about := cmp.Or(e.About, e.Title); about != "" {
		return e.Headline() + ": " + about
	}
	return e.Headline()
}

// form is how programs see an event. See the package's comment.
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

// MarshalJSON returns the event as programs get it, made plain.
func (e Event) MarshalJSON() ([]byte, error) {
	e = e.clean()
	return json.Marshal(form{
		Kind: e.Kind, At: e.At, CLI: e.CLI, Session: e.Session, Project: e.Project, Run: e.Run, Title: e.Title,
		About:   e.About,
		Command: e.Command, TookMS: e.Took.Milliseconds(), Text: e.Text(),
	})
}

// environment returns the event as variables, NAME=value.
func (e Event) environment() []string {
	e = e.clean()
	return []string{
		"STEAD_EVENT_KIND=" + string(e.Kind), "STEAD_EVENT_CLI=" + e.CLI, "STEAD_EVENT_SESSION=" + e.Session,
		"STEAD_EVENT_PROJECT=" + e.Project, "STEAD_EVENT_RUN=" + e.Run, "STEAD_EVENT_TITLE=" + e.Title,
		"STEAD_EVENT_ABOUT=" + e.About, "STEAD_EVENT_COMMAND=" + e.Command, "STEAD_EVENT_TEXT=" + e.Text(),
	}
}
