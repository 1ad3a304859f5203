package piece

// Kind is what a piece of text is. The numbers stand in the index.
type Kind int

// The kinds.
const (
	Prompt Kind = iota
	Answer
	Thinking
	Call
	Result
	// Context is what the model was told and nobody typed: files, hooks, summaries.
	Context
)

// names are what people call the kinds.
var names = []string{"prompt", "answer", "thinking", "call", "result", "context"}

// String returns the kind's name.
func (k Kind) String() string {
	if k < 0 || int(k) >= len(names) {
		return "unknown"
	}
	return names[k]
}

// Piece is a text of an entry.
type Piece struct {
	Kind Kind
	// Turn counts the user's requests, from 1. It is 0 before the first.
	Turn int
	// Body is the text: of a call its command, or the texts among its arguments.
	Body string
	// Path is the file that a call or a context names; several stand on a line each.
	Path string
	// Tool holds the names of the tool, of a call and of its result, as [ToolWord] makes words of them, with blanks
	// between them.
	Tool string
}

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Prompt, Answer, Thinking, Call, Result, Context} }
