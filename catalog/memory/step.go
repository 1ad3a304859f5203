package memory

import (
	"encoding/json"
	"iter"
)

// StepLimit is how many bytes of a step's text are kept at most: of a longer one its first and last halves, so that the
// memory of those who look at a session doesn't depend on what its tools printed. A longer Input is left out whole, as
// half a JSON object is none.
const StepLimit = 64 << 10

// Conversation is a session as it happened: its steps in order, each text in its place, however often it was said
// before.
type Conversation struct {
	// LLMSource is the CLI, Session the session's id in it.
	LLMSource, Session string
	// Project is the folder in which the session worked, File where it is stored. Branch may be empty.
	Project, Branch, File string
	// Steps yields the session's steps by rising Seq. An error ends it.
	Steps iter.Seq2[Step, error]
}

// Step is one entry of a conversation: an [Event] together with the text of its [Message].
type Step struct {
	Seq, Turn int
	Kind      Kind
	Role      Role
	// Text is the message's content, at most [StepLimit] bytes of it; Hash is that of the whole.
	Text string
	Hash string
	// CallID joins a result with its call. Tool is the universal name, OriginalTool the CLI's own; Input are a call's
	// universal arguments.
	CallID       string
	Tool         string
	OriginalTool string
	Input        json.RawMessage
	// Path is the file that a call names.
	Path string
	// Success and ExitCode are set on a result, as far as the source tells.
	Success  *bool
	ExitCode *int
	Occurred string
	// Line is where the record stands in the session's file, from 1.
	Line int
}

// Shorten returns a step's text within [StepLimit].
func Shorten(text string) string {
	if len(text) <= StepLimit {
		return text
	}
	return text[:StepLimit/2] + "\n" + text[len(text)-StepLimit/2:]
}
