package client

import (
	"encoding/json"
	"regexp"
	"strings"

	"stead/internal/term/plain"
)

// identifier is what needs no quotes as the name of a member.
var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// separator stands between the words of a name.
var separator = regexp.MustCompile(`[^A-Za-z0-9]+`)

// functionName makes getEntries of get-entries.
func functionName(id string) string {
	name := typeName(id)
	if name == "" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// typeName makes EntryPage of entry-page.
func typeName(name string) string {
	var joined strings.Builder
	for _, word := range separator.Split(name, -1) {
		if word != "" {
			joined.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return joined.String()
}

// memberName is a name as it stands before a colon.
func memberName(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return literal(name)
}

// memberOf is the member of a value.
func memberOf(value, name string) string {
	if identifier.MatchString(name) {
		return value + "." + name
	}
	return value + "[" + literal(name) + "]"
}

// literal is a value of JSON as TypeScript has it.
func literal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it came from JSON, or from the tag of a field
	}
	return string(text)
}

// width is how long the lines of a comment are at most.
const width = 140

// comment is what stands before a declaration: each paragraph begins a line.
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
