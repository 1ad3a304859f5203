package process

import "strings"

// ShellWord returns a text as one word of a command line that a user copies into a shell: as it is where the shell
// would leave it alone, in quotes otherwise. A ~ at its beginning keeps its meaning. docs/adr/016-own-quoting.md says
// why it is no library's.
func ShellWord(text string) string {
	rest := strings.TrimPrefix(text, "~")
	if rest != "" && !strings.ContainsFunc(rest, isSpecial) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// isSpecial reports whether a character may mean something to a shell.
func isSpecial(r rune) bool {
	isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !isLetter && !strings.ContainsRune("_@%+=:,./-", r)
}
