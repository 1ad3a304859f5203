// Package mention knows the marks around the files that a prompt names in sessions of Gemini CLI and its descendant
// Qwen Code. Each mark and each file is a part of its own after the prompt's part.
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

// context begins what an editor gives with a prompt (Gemini CLI 0.61.0 as an agent of one, read in its bundle). It has
// no end.
const context = "\n--- Content from referenced context ---"

// What stands before a file, around its name.
const (
	headBegin = "\nContent from "
	headEnd   = ":\n"
)

// maxHead is longer than any path, in bytes.
const maxHead = 8 << 10

// IsBegin reports whether a part begins the files.
func IsBegin(text timeline.Text) bool { return is(text, Begin) || is(text, context) }

// IsEnd reports whether a part ends the files.
func IsEnd(text timeline.Text) bool { return is(text, End) }

func is(text timeline.Text, mark string) bool {
	return text.Len() < 2*len(mark) && text.String() == mark
}

// Head returns the part that stands before a file.
func Head(name string) string { return headBegin + name + headEnd }

// NameOf returns the name in a part that stands before a file. Ok is false for any other part.
func NameOf(text timeline.Text) (name string, ok bool) {
	if text.Len() > maxHead || !text.HasPrefix(headBegin) {
		return "", false
	}
	return strings.CutSuffix(strings.TrimPrefix(text.String(), headBegin), headEnd)
}

// Files follows the parts of a prompt through the files that it names. The zero value stands before them.
type Files struct {
	// Open is set between the marks, Named behind the name of a file, until its content has come.
	Open, Named bool
}

// Kind is what a part between the marks is.
type Kind int

// The kinds of parts.
const (
	// Name begins a file.
	Name Kind = iota
	// Content is that of the file whose name came before.
	Content
	// Nameless is the content of a file that has no name.
	Nameless
	// Ended is the mark that ends the files.
	Ended
)

// Begin takes the mark that begins the files, and reports whether a part is one. The content of a file may look like
// it.
func (f *Files) Begin(text timeline.Text) bool {
	if f.Named || !IsBegin(text) {
		return false
	}
	f.Open = true
	return true
}

// Read takes a part between the marks, and says what it is. Name is that of the file that it begins.
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
