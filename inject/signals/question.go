package signals

import (
	"encoding/json"
	"time"
)

// Question is what a CLI asks before it runs a tool. It has the whole request, as the CLI itself tells it: texts of
// strangers, which need internal/term/plain before they reach a terminal.
type Question struct {
	// ID names the question among those of its run. It is the CLI's own id of the request, or of the call for which it
	// asks.
	ID string `json:"id"`
	// Tool is what the CLI calls the tool, Universal the name that stead has for it; empty where it has none.
	Tool      string `json:"tool"`
	Universal string `json:"universal,omitempty"`
	// Input holds the call's arguments, a JSON object: under stead's names for a universal tool, else under the CLI's own.
	// Nil where the CLI does not tell them.
	Input json.RawMessage `json:"input,omitempty"`
	// About says for what is asked, in a line: "tool: main argument".
	About string `json:"about"`
	// Reason says why, in the words of the CLI or its model. Empty where nobody says.
	Reason string `json:"reason,omitempty"`
	// Agent names the sub-agent that asks. Empty is the session itself.
	Agent string `json:"agent,omitempty"`
	// Partial says that the request was read from the screen, where a long one is cut.
	Partial bool `json:"partial,omitempty"`
	// Options are the answers that can be given from outside of the CLI's own screen. There are none as long as the CLI
	// has not drawn its dialog, or where stead does not know how they are pressed.
	Options []Option `json:"options,omitempty"`
}

// Option is an answer to a question.
type Option struct {
	// Name is [Allow], [Deny] or [Always]; of several of a kind, the later ones are numbered: always-2.
	Name string `json:"name"`
	// Label is what the CLI calls it.
	Label string `json:"label"`
}

// The names of options.
const (
	// Allow permits this one call, Deny refuses it.
	Allow = "allow"
	Deny  = "deny"
	// Always permits this call and others like it, as its label says.
	Always = "always"
)

// Choice says how a question is to be answered.
type Choice struct {
	// Question is the id of the question. Empty is the one that stands on the CLI's screen.
	Question string `json:"question,omitempty"`
	// Option is the name of one of its options.
	Option string `json:"option"`
	// By says who chose.
	By string `json:"by"`
}

// Answer is an answer that was given to a question.
type Answer struct {
	// Question is its ID, About what it was about.
	Question string `json:"question"`
	About    string `json:"about"`
	// Option is the name of the answer, Label what the CLI calls it. Both are empty for one that was given on the CLI's
	// own screen.
	Option string `json:"option,omitempty"`
	Label  string `json:"label,omitempty"`
	// By says who gave it.
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// AnswerEntry begins the id of the entry that a run's journal has of an answer; the question's id is behind it.
const AnswerEntry = "answer-"

// OnScreen is who gave an answer on the CLI's own screen.
const OnScreen = "the CLI's own screen"
