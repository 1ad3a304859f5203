// Package mention recognizes the marks around the files that a prompt names, in sessions of Gemini CLI and its
// descendant Qwen Code. Each mark and each file is a separate part that follows the part of the prompt.
package mention

import (
	"strings"

	"stead/timeline"
)

// Begin and End are the marks around the files of a prompt.
const (
	Begin = "\n--- Content from referenced files ---"
	End   = "\n--- End of content ---"
)

// context begins the text that an editor adds to a prompt (found in the bundle of Gemini CLI 0.61.0, for its use as an
// agent of an editor). It has no end mark.
const context = "\n--- Content from referenced context ---"

// The text around the name in the part that precedes a file.
const (
	headBegin = "\nContent from "
	headEnd   = ":\n"
)

// maxHead is a length in bytes that no path reaches.
const maxHead = 8 << 10

// IsBegin reports whether a part is the mark that begins the files.
func IsBegin(text timeline.Text) bool { return is(text, Begin) || is(text, context) }

// IsEnd reports whether a part is the mark that ends the files.
func IsEnd(text timeline.Text) bool { return is(text, End) }

func is(text timeline.Text, mark string) bool {
	return text.Len() < 2*len(mark) && text.String() == mark
}

// Head returns the part that precedes a file.
func Head(name string) string { return headBegin + name + headEnd }

// NameOf returns the name in a part that precedes a file. Ok is false for any other part.
func NameOf(text timeline.Text) (name string, ok bool) {
	if text.Len() > maxHead || !text.HasPrefix(headBegin) {
		return "", false
	}
	return strings.CutSuffix(strings.TrimPrefix(text.String(), headBegin), headEnd)
}

// Files tracks the parts of a prompt and of the files that it names. The zero value is the state before the files.
type Files struct {
	// Open is set between the marks. Named is set after the name of a file, until its content follows.
	Open, Named bool
}

// Kind is the kind of a part between the marks.
type Kind int

// The kinds of parts.
const (
	// Name is the name that begins a file.
	Name Kind = iota
	// Content is the content of the file whose name precedes it.
	Content
	// Nameless is the content of a file without a name.
	Nameless
	// Ended is the mark that ends the files.
	Ended
)

// Begin processes the mark that begins the files, and reports whether a part is this mark. The content of a file may
// look like it.
func (f *Files) Begin(text timeline.Text) bool {
	if f.Named || !IsBegin(text) {
		return false
	}
	f.Open = true
	return true
}

// Read processes a part between the marks, and returns its kind. Name is the name of the file that the part begins.
func (f *Files) Read(text timeline.Text) (kind Kind, name string) {
	name, isName := NameOf(text)
	switch {
	case isName:
		f.Named = true
		return Name, strings.TrimPrefix(name, "@")
	case IsEnd(text):
		*f = Files{}
		return Ended, ""
	case f.Named:
		f.Named = false
		return Content, ""
	}
	return Nameless, ""
}
