package compare

import (
	"encoding/json"
	"hash/maphash"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/render/transcript"
	"stead/timeline"
)

// How many bytes of a text are compared. What begins alike for so long, at the same place of the same conversation, is
// the same.
const (
	comparedText   = 256 << 10
	comparedOutput = 4 << 10
)

// seed makes digests that only this process compares.
var seed = maphash.MakeSeed()

// kind is what a step is.
type kind uint8

const (
	prompt kind = iota + 1
	answer
	call
	result // one that stands apart from its call
)

// form is how a call that changes a file says what it changes: forms cannot be compared with each other.
type form uint8

const (
	byContent form = iota + 1
	byPlace
	byPatch
)

// step is what is compared, and nothing else is held of it: digests.
type step struct {
	kind kind
	form form
	// id is that of the entry's id.
	id uint64
	// what is that of what was said, or of what tells most about a call.
	what uint64
	// tool, input and change are that of a call's tool, of all that it was given, and of what a change of a file says.
	tool, input, change uint64
	// output is that of what a call returned; 0 where nothing is known of it.
	output uint64
}

// same reports whether two steps are one.
func (s step) same(t step) bool {
	switch {
	case s.kind != t.kind:
		return false
	case s.kind != call:
		return s.what == t.what
	case s.input == t.input, s.tool == t.tool && s.what == t.what && (s.form != t.form || s.change == t.change):
		// stead shortens old outputs when a history would not fit.
		return s.output == t.output || s.output == 0 || t.output == 0 || s.id == t.id
	}
	// A CLI without such a tool is told that another one did it: apply_patch in a shell. What it returned stays as it was.
	return s.tool != t.tool && s.output != 0 && s.output == t.output
}

// steps makes steps of what a session shows. Texts that follow each other are one answer: some CLIs keep a message in
// pieces.
type steps struct {
	// open is the answer that may go on.
	open    maphash.Hash
	isOpen  bool
	digests []step
}

// role is what a part of a session is to its steps.
type role uint8

const (
	// none is a part that is never compared.
	none role = iota
	begins
	goesOn
)

// add adds a part of the session.
func (s *steps) add(part transcript.Step) role {
	e := part.Entry
	if e == nil || !e.Active() || e.IsContext() { // each CLI has its own words for context
		return none
	}
	one := step{id: digest(e.ID)}
	switch e.Type {
	case timeline.User:
		one.kind, one.what = prompt, words(e.Content, comparedText)
	case timeline.Assistant:
		return s.said(e)
	case timeline.ToolCall:
		one = called(one, part)
	case timeline.ToolResult:
		one.kind, one.what = result, words(e.Output, comparedOutput)
	default:
		return none
	}
	s.isOpen = false
	s.digests = append(s.digests, one)
	return begins
}

// said adds a text of the model.
func (s *steps) said(e *timeline.Entry) role {
	if e.Content.IsBlank() {
		return none
	}
	role := goesOn
	if !s.isOpen {
		role = begins
		s.open.SetSeed(seed)
		s.digests = append(s.digests, step{kind: answer, id: digest(e.ID)})
		s.isOpen = true
	}
	addWords(&s.open, e.Content.Head(comparedText))
	s.digests[len(s.digests)-1].what = s.open.Sum64()
	return role
}

func called(one step, part transcript.Step) step {
	e := part.Entry
	one.kind = call
	class, subject := string(e.Tool), transcript.Argument(e)
	if files, changes := transcript.Touched(e); changes {
		class, subject = "change", strings.Join(files, "\n")
		one.form, one.change = change(e)
	}
	switch e.Tool {
	case timeline.Unknown:
		class = e.OriginalTool
	case timeline.Task: // its description is not in every CLI
		subject = argument(e, "prompt")
	case timeline.Todo: // CLIs add members of their own to a task
		subject = tasks(e)
	default:
	}
	one.tool, one.what, one.input = digest(class), compact(subject), input(e)
	if part.Result != nil {
		one.output = words(part.Result.Output, comparedOutput)
	}
	return one
}

// tasks are the texts and states of a list of tasks, or of the one that a call changes.
func tasks(e *timeline.Entry) string {
	list := argument(e, "text") + "\x00" + argument(e, "status")
	for item := range jsonl.Elements(jsonl.Value(e.Input).Get("items")) {
		list += "\x00" + item.Get("text").String() + "\x00" + item.Get("status").String()
	}
	return list
}

// change returns how a change of a file is shown, and the digest of its content.
func change(e *timeline.Entry) (form, uint64) {
	if patch := argument(e, "patch"); patch != "" {
		return byPatch, compact(patch)
	}
	if content := argument(e, "content"); content != "" {
		return byContent, compact(content)
	}
	return byPlace, compact(argument(e, "old") + "\x00" + argument(e, "new"))
}

// argument returns an argument of a call that is a text.
func argument(e *timeline.Entry, name string) string {
	value := jsonl.Value(e.Input).Get(name)
	if !value.IsString() {
		return ""
	}
	return timeline.RawText(value).String()
}

// input returns the digest of a call's arguments, whatever their order. A call without arguments is known by its tool.
func input(e *timeline.Entry) uint64 {
	var arguments map[string]any
	if json.Unmarshal(e.Input, &arguments) != nil || len(arguments) == 0 {
		return digest(string(e.Input) + e.OriginalTool)
	}
	sorted, err := json.Marshal(arguments)
	if err != nil {
		return digest(string(e.Input))
	}
	return digest(string(sorted))
}

func digest(text string) uint64 { return maphash.String(seed, text) }

// compact returns the digest of a text without its white space, which CLIs trim and wrap.
func compact(text string) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	addWords(&h, text)
	return h.Sum64()
}

// words is compact for the beginning of a text; 0 where there are no words.
func words(text timeline.Text, most int) uint64 {
	head := text.Head(most)
	if strings.TrimSpace(head) == "" {
		return 0
	}
	return compact(head)
}

func addWords(h *maphash.Hash, text string) {
	for word := range strings.FieldsSeq(text) {
		_, _ = h.WriteString(word) // never fails
	}
}
