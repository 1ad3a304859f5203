package reading

import (
	"encoding/json"
	"strings"

	"stead/internal/render/changes"
	"stead/internal/render/transcript"
	"stead/timeline"
)

// mostText is the number of bytes of a text in a page. MostWhole is the number of bytes of a text in an entry that is
// read alone.
const (
	mostText  = 64 << 10
	mostWhole = 8 << 20
)

// Entry is a step of a session, as shown to people.
type Entry struct {
	Number int                `json:"n" doc:"its place in the session, from 0"`
	Active int                `json:"active,omitempty" doc:"its number in the conversation that goes on, from 1, by which edits and stead show --numbers name it; missing on an abandoned branch"`
	ID     string             `json:"id"`
	Type   timeline.EntryType `json:"type" enum:"user,assistant,tool_call,tool_result,system"`
	Time   string             `json:"time,omitempty" doc:"as its source wrote it, RFC 3339"`
	Turn   int                `json:"turn" doc:"how many requests of the user there were up to it"`
	// Starts says that the entry is the request that starts a turn.
	Starts bool `json:"starts,omitempty" doc:"it begins a turn"`
	// Origin is the kind of source of a text that nobody typed.
	Origin   timeline.OriginKind `json:"origin,omitempty" doc:"how a text that nobody typed reached the model: a file, a hook, ..."`
	Text     string              `json:"text,omitempty"`
	Thinking string              `json:"thinking,omitempty"`
	// Tool is the universal name of the called tool. CalledAs is the CLI's own name for it.
	Tool     timeline.Tool   `json:"tool,omitempty" doc:"the universal name of the tool that is called"`
	CalledAs string          `json:"calledAs,omitempty" doc:"the CLI's own name of the tool"`
	Line     string          `json:"line,omitempty" doc:"the call in one line"`
	Input    json.RawMessage `json:"input,omitempty" doc:"the universal arguments of the call"`
	CallID   string          `json:"callId,omitempty" doc:"the call that a result answers"`
	Success  bool            `json:"success,omitempty" doc:"the call that a result answers has succeeded"`
	// Changes are what a call changes in files, according to its arguments.
	Changes     []changes.File `json:"changes,omitempty" doc:"what the call changes in files, as its arguments tell it; a file that is written shows its new content only"`
	ChangesLeft int            `json:"changesLeft,omitempty" doc:"how many more files it changes"`
	Output      string         `json:"output,omitempty"`
	Error       string         `json:"error,omitempty" doc:"why the call failed, where that is told apart from the output"`
	Model       string         `json:"model,omitempty"`
	Tokens      *Tokens        `json:"tokens,omitempty"`
	Attachments []Attachment   `json:"attachments,omitempty"`
	Branch      string         `json:"branch,omitempty" doc:"the abandoned branch to which it belongs"`
	Cut         int            `json:"cut,omitempty" doc:"how many bytes of its texts are left out"`

	// most is the maximum number of bytes of each text.
	most int
}

// Tokens counts the tokens of a response, or of a session.
type Tokens struct {
	Input      int64   `json:"input" doc:"without what the cache has or takes"`
	Output     int64   `json:"output"`
	CacheRead  int64   `json:"cacheRead"`
	CacheWrite int64   `json:"cacheWrite"`
	Reasoning  int64   `json:"reasoning" doc:"a part of output"`
	Cost       float64 `json:"cost" doc:"in US dollars, as far as the CLI tells"`
}

// Attachment is a picture or another file inside an entry, without its content.
type Attachment struct {
	MediaType string `json:"mediaType"`
	Name      string `json:"name,omitempty"`
	Bytes     int64  `json:"bytes,omitempty"`
	SHA256    string `json:"sha256,omitempty" doc:"by which a picture can be read"`
}

// entryOf converts an entry to the form that is shown, with at most most bytes of each text. The result shares no
// memory with e.
func entryOf(e *timeline.Entry, most int) Entry {
	shown := Entry{
		most: most,
		ID:   e.ID, Type: e.Type, Time: e.Timestamp, Starts: e.StartsTurn(), CallID: e.CallID, Success: e.Success,
		Model: e.Model, Branch: e.Branch, Tool: e.Tool,
		CalledAs: e.OriginalTool,
	}
	if e.Origin != nil {
		shown.Origin = e.Origin.Kind
	}
	if e.Type == timeline.ToolCall {
		shown.Line = transcript.Headline(e)
		shown.Input = shown.input(e.Input)
		changed := changesOf(e)
		shown.Changes, shown.ChangesLeft = changed.Files, changed.Left
	}
	shown.Text, shown.Thinking = shown.text(e.Content), shown.text(e.Thinking)
	shown.Output, shown.Error = shown.text(e.Output), shown.text(e.Error)
	if e.Usage != nil {
		shown.Tokens = TokensOf(*e.Usage)
	}
	for i := range e.Attachments {
		a := &e.Attachments[i]
		shown.Attachments = append(shown.Attachments, Attachment{MediaType: a.MediaType, Name: a.Name, Bytes: a.Bytes,
			SHA256: Digest(a)})
	}
	return shown
}

// TokensOf converts a usage to the form that is shown.
func TokensOf(u timeline.Usage) *Tokens {
	return &Tokens{Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite,
		Reasoning: u.Reasoning, Cost: u.Cost}
}

// text returns the beginning of a text, and counts the bytes left out.
func (e *Entry) text(t timeline.Text) string {
	if t.Len() <= e.most {
		return t.String()
	}
	head := t.Head(e.most)
	e.Cut += t.Len() - len(head)
	return head
}

// input returns a call's arguments as is, if they are valid and short enough. For longer ones it returns the beginning
// as a JSON string.
func (e *Entry) input(arguments json.RawMessage) json.RawMessage {
	switch {
	case len(arguments) == 0 || !json.Valid(arguments):
		return nil
	case len(arguments) <= e.most:
		return append(json.RawMessage(nil), arguments...)
	}
	e.Cut += len(arguments) - e.most
	head, _ := json.Marshal(strings.ToValidUTF8(string(arguments[:e.most]), "")) // a string
	return head
}
