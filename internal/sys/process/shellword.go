package process

import "strings"

// ShellWord returns a text as one word of a command line that a user copies into a shell: unchanged if the shell would
// not interpret it, and otherwise in quotes. A ~ at its beginning keeps its meaning. docs/adr/016-own-quoting.md
// explains why no library does it.
func ShellWord(text string) string {
	rest := strings.TrimPrefix(text, "~")
	if rest != "" && !strings.ContainsFunc(rest, isSpecial) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// ShellLine returns the words of a command as one line for a shell.
func ShellLine(words []string) string {
	line := make([]string, len(words))
	for i, word := range words {
		line[i] = ShellWord(word)
	}
	return strings.Join(line, " ")
}

// isSpecial reports whether a character may mean something to a shell.
func isSpecial(r rune) bool {
	isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !isLetter && !strings.ContainsRune("_@%+=:,./-", r)
}
