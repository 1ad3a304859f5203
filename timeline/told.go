package timeline

import (
	"bytes"
	"html"
	"strconv"
	"strings"
)

// A CLI that has no form of its own for a kind of context receives the context as a text that describes itself:
//
//	<context from="shell" exit="2">
//	The user ran this command in a shell:
//	<command>
//	make all
//	</command>
//	Its output:
//	make: no rule
//	</context>
const (
	toldBegin   = `<context from="`
	toldEnd     = "\n</context>"
	typedBegin  = "<command>\n"
	typedEnd    = "\n</command>\nIts output:\n"
	toldHeadMax = 8 << 10 // bytes: no sentence plus name is longer
)

// sentences tell the model what kind of text follows.
var sentences = map[OriginKind]string{
	Mention:      "The user's prompt names this. It was read for you:",
	Shell:        "The user ran this command in a shell:",
	Skill:        "This skill was loaded for you:",
	Hook:         "A hook of the user's says:",
	Notification: "Something that ran in the background has ended:",
	IDE:          "The user's editor tells this:",
	Memory:       "This was noted in an earlier session:",
	Reminder:     "This is the state of the work:",
	Interruption: "The user interrupted you at this point:",
	Unsorted:     "This was stored beside the conversation, perhaps for you:",
}

// Told returns the entry's content, wrapped for a model that could not tell otherwise what the text is. Typed content
// and the text of a command are returned unchanged. [ParseTold] parses the result.
func (e *Entry) Told() Text {
	if e.Type != User || !e.IsContext() {
		return e.Content
	}
	head := e.Origin.head()
	if e.Origin.Kind != Shell {
		return Concat(NewText(head), e.Content, NewText(toldEnd))
	}
	return Concat(NewText(head+typedBegin), e.Origin.Typed, NewText(typedEnd), e.Content, NewText(toldEnd))
}

func (o *Origin) head() string {
	head := toldBegin + html.EscapeString(string(o.Kind)) + `"`
	if o.Name != "" {
		head += ` name="` + strings.ReplaceAll(html.EscapeString(o.Name), "\n", "&#10;") + `"`
	}
	if o.ExitCode != nil {
		head += ` exit="` + strconv.Itoa(*o.ExitCode) + `"`
	}
	return head + ">\n" + sentences[o.Kind] + "\n"
}

// ParseTold parses a text that [Entry.Told] made. Ok is false for every other text, which is ordinary content.
func ParseTold(text Text) (content Text, origin *Origin, ok bool) {
	if !text.HasPrefix(toldBegin) {
		return Text{}, nil, false
	}
	o, head := parseHead(text.Head(toldHeadMax))
	begin, end := NewText(head).Len(), text.Len()-NewText(toldEnd).Len()
	if head == "" || begin > end || !bytes.HasSuffix(text.Inner(), NewText(toldEnd).Inner()) {
		return Text{}, nil, false
	}
	content = text.Slice(begin, end)
	if o.Kind == Shell && !o.cutTyped(&content) {
		return Text{}, nil, false
	}
	return content, o, true
}

// ReadTold restores the content and origin of a user entry whose text [Entry.Told] made. Readers of formats that have
// no form of their own for context call it.
func (e *Entry) ReadTold() {
	if content, origin, ok := ParseTold(e.Content); ok && e.Type == User && e.Origin == nil {
		e.Content, e.Origin = content, origin
	}
}

// parseHead parses the first two lines of a text from [Entry.Told]. Head is empty if [Origin.head] did not make them.
func parseHead(text string) (o *Origin, head string) {
	line, rest, _ := strings.Cut(text, ">\n")
	fields := strings.SplitN(strings.TrimPrefix(line, "<context "), `"`, 7)
	o = &Origin{}
	for i := 0; i+1 < len(fields); i += 2 {
		value := html.UnescapeString(fields[i+1])
		switch strings.TrimSpace(fields[i]) {
		case "from=":
			o.Kind = OriginKind(value)
		case "name=":
			o.Name = value
		case "exit=":
			if code, err := strconv.Atoi(value); err == nil {
				o.ExitCode = &code
			}
		}
	}
	sentence, isKnown := sentences[o.Kind]
	if !isKnown || !strings.HasPrefix(rest, sentence+"\n") || o.head() != line+">\n"+sentence+"\n" {
		return nil, ""
	}
	return o, o.head()
}

// cutTyped moves the command from the front of a shell context's text to Typed.
func (o *Origin) cutTyped(content *Text) bool {
	inner, begin, end := content.Inner(), NewText(typedBegin), NewText(typedEnd)
	at := bytes.Index(inner, end.Inner())
	if at < begin.Len() || !bytes.HasPrefix(inner, begin.Inner()) {
		return false
	}
	o.Typed, *content = content.Slice(begin.Len(), at), content.Slice(at+end.Len(), len(inner))
	return true
}
