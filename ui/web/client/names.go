package client

import (
	"encoding/json"
	"regexp"
	"strings"

	"stead/internal/term/plain"
)

// identifier matches names of members that need no quotes.
var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// separator matches what separates the words of a name.
var separator = regexp.MustCompile(`[^A-Za-z0-9]+`)

// functionName converts get-entries to getEntries.
func functionName(id string) string {
	name := typeName(id)
	if name == "" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// typeName converts entry-page to EntryPage.
func typeName(name string) string {
	var joined strings.Builder
	for _, word := range separator.Split(name, -1) {
		if word != "" {
			joined.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return joined.String()
}

// memberName returns a name in the form before a colon.
func memberName(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return literal(name)
}

// memberOf returns the expression for a member of value.
func memberOf(value, name string) string {
	if identifier.MatchString(name) {
		return value + "." + name
	}
	return value + "[" + literal(name) + "]"
}

// literal returns a JSON value as a TypeScript literal.
func literal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it came from JSON, or from the tag of a field
	}
	return string(text)
}

// width is the maximum length of a line of a comment.
const width = 140

// comment returns the comment before a declaration. Each paragraph begins on a new line.
func comment(indent string, paragraphs ...string) string {
	var lines []string
	for _, p := range paragraphs {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			lines = append(lines, strings.Split(plain.Wrap(strings.ReplaceAll(p, "*/", "* /"), width), "\n")...)
		}
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return indent + "/** " + lines[0] + " */\n"
	}
	return indent + "/**\n" + indent + " * " + strings.Join(lines, "\n"+indent+" * ") + "\n" + indent + " */\n"
}
