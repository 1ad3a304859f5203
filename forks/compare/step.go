package compare

import (
	"encoding/json"
	"hash/maphash"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/render/transcript"
	"stead/timeline"
)

// How many bytes of a text are compared. Texts at the same place of the same conversation that are equal for this long
// count as equal.
const (
	comparedText   = 256 << 10
	comparedOutput = 4 << 10
)

// seed makes the digests comparable within this process only.
var seed = maphash.MakeSeed()

// kind is the kind of a step.
type kind uint8

const (
	prompt kind = iota + 1
	answer
	call
	result // a result without its call
)

// form is how a call describes a change to a file. Different forms cannot be compared.
type form uint8

const (
	byContent form = iota + 1
	byPlace
	byPatch
)

// step holds the digests by which a step is compared, and nothing else.
type step struct {
	kind kind
	form form
	// id is the digest of the entry's id.
	id uint64
	// what is the digest of a text, or of a call's most important argument.
	what uint64
	// tool, input and change are the digests of a call's tool, of all its arguments, and of the change that it makes to
	// a file.
	tool, input, change uint64
	// output is the digest of a call's result, or 0 if the result is unknown.
	output uint64
}

// same reports whether two steps count as equal.
func (s step) same(t step) bool {
	switch {
	case s.kind != t.kind:
		return false
	case s.kind != call:
		return s.what == t.what
	case s.input == t.input, s.tool == t.tool && s.what == t.what && (s.form != t.form || s.change == t.change):
		// Stead shortens old outputs when a history would not fit.
		return s.output == t.output || s.output == 0 || t.output == 0 || s.id == t.id
	}
	// For a CLI without such a tool, a delivery substitutes another one, such as apply_patch in a shell. The result
	// stays the same.
	return s.tool != t.tool && s.output != 0 && s.output == t.output
}

// steps turns the parts of a session into steps. Consecutive texts form one answer, because some CLIs store a message
// in pieces.
type steps struct {
	// open is the digest of the last answer, which may continue.
	open    maphash.Hash
	isOpen  bool
	digests []step
}

// role is how a part of a session relates to the steps.
type role uint8

const (
	// none is a part that is not compared.
	none role = iota
	begins
	goesOn
)

// add adds a part of the session.
func (s *steps) add(part transcript.Step) role {
	e := part.Entry
	if e == nil || !e.Active() || e.IsContext() { // each CLI words context in its own way
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
	case timeline.Task: // not every CLI has a description
		subject = argument(e, "prompt")
	case timeline.Todo: // CLIs add their own members to a task
		subject = tasks(e)
	default:
	}
	one.tool, one.what, one.input = digest(class), compact(subject), input(e)
	if part.Result != nil {
		one.output = words(part.Result.Output, comparedOutput)
	}
	return one
}

// tasks returns the texts and states of a list of tasks, or those of the one task that a call changes.
func tasks(e *timeline.Entry) string {
	list := argument(e, "text") + "\x00" + argument(e, "status")
	for item := range jsonl.Elements(jsonl.Value(e.Input).Get("items")) {
		list += "\x00" + item.Get("text").String() + "\x00" + item.Get("status").String()
	}
	return list
}

// change returns the form of a change to a file, and the digest of its content.
func change(e *timeline.Entry) (form, uint64) {
	if patch := argument(e, "patch"); patch != "" {
		return byPatch, compact(patch)
	}
	if content := argument(e, "content"); content != "" {
		return byContent, compact(content)
	}
	return byPlace, compact(argument(e, "old") + "\x00" + argument(e, "new"))
}

// argument returns a string argument of a call, or "".
func argument(e *timeline.Entry, name string) string {
	value := jsonl.Value(e.Input).Get(name)
	if !value.IsString() {
		return ""
	}
	return timeline.RawText(value).String()
}

// input returns the digest of a call's arguments, independent of their order. A call without arguments is identified by
// its tool.
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

// compact returns the digest of a text without its white space, because CLIs trim and wrap texts.
func compact(text string) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	addWords(&h, text)
	return h.Sum64()
}

// words is like compact for the beginning of a text. It returns 0 if there are no words.
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
