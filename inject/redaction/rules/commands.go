package rules

import (
	"slices"
	"strings"
)

// command is a program with the option that takes a secret.
type command struct {
	program string
	options []string
	// isGlued reports that the secret directly follows the option, as MySQL's programs require.
	isGlued bool // the option is masked, too, because the value is not a separate word
	// behind is the end of the part before the secret in the value: a user name and a sign. A name alone is a key.
	behind string
}

var commands = []command{
	{program: "sshpass", options: []string{"-p"}}, {program: "sshpass", options: []string{"-p"}, isGlued: true},
	{program: "redis-cli", options: []string{"-a", "--pass"}}, {program: "docker login", options: []string{"-p"}},
	{program: "podman login", options: []string{"-p"}}, {program: "registry login", options: []string{"-p"}},
	{program: "az login", options: []string{"-p"}},
	{program: "mysql", options: []string{"-p"}, isGlued: true},
	{program: "mariadb", options: []string{"-p"}, isGlued: true},
	{program: "mongosh", options: []string{"-p"}}, {program: "mongo", options: []string{"-p"}},
	{program: "mongodump", options: []string{"-p"}},
	{program: "curl", options: []string{"-u", "--user", "--proxy-user", "-U"}, behind: ":"},
	{program: "wget", options: []string{"--user"}, behind: ":"},
	{program: "curl", options: []string{"-b", "--cookie"}, behind: "="},
	{program: "sqlcmd", options: []string{"-P"}}, {program: "ldapsearch", options: []string{"-w"}},
	{program: "ldapadd", options: []string{"-w"}}, {program: "ldapmodify", options: []string{"-w"}},
	{program: "smbclient", options: []string{"-U"}, behind: "%"},
	{program: "mosquitto_pub", options: []string{"-P"}}, {program: "mosquitto_sub", options: []string{"-P"}}, //nolint:misspell // the program's name
	{program: "sqlplus", options: []string{""}, behind: "/"}, {program: "htpasswd", options: []string{"-b"}},
	{program: "net use", options: []string{""}},
	{program: "cargo login", options: []string{""}},
	{program: "unzip", options: []string{"-P"}}, {program: "zip", options: []string{"-P"}},
	{program: "7z", options: []string{"-p"}, isGlued: true},
	{program: "7za", options: []string{"-p"}, isGlued: true}, {program: "unrar", options: []string{"-p"}, isGlued: true},
	{program: "ipmitool", options: []string{"-P"}},
	{program: "snmpwalk", options: []string{"-A", "-X"}}, {program: "snmpget", options: []string{"-A", "-X"}},
	{program: "lftp", options: []string{"-u"}, behind: ","},
	{program: "gh secret set", options: []string{"--body", "-b"}}, {program: "oc login", options: []string{"-p"}},
	{program: "ldappasswd", options: []string{"-w", "-s"}},
	{program: "xfreerdp", options: []string{"/p:"}, isGlued: true}, {program: "rdesktop", options: []string{"-p"}},
	{program: "http", options: []string{"-a", "--auth"}, behind: ":"},
}

const longestCommand = 400

// secretOf returns the secret in a line that calls a program, given the position of the program's name.
func (c command) secretOf(text string, from, to int) (span, bool) {
	if from > 0 && isWordByte(text[from-1]) {
		return span{}, false
	}
	to = runOf(text, to, &tokenBytes) // mysqldump
	line := text[to:min(len(text), to+longestCommand)]
	if end := lineEnd(line, "\n", "\\"); end >= 0 {
		line = line[:end]
	}
	line, _, _ = strings.Cut(line, "|")
	words := wordsOf(line)
	for i := range words {
		value, ok := c.value(line, words, i)
		if !ok {
			continue
		}
		if s, ok := c.part(line, value); ok {
			return span{"option", to + s.from, to + s.to}, true
		}
	}
	return span{}, false
}

// value returns what a word of the line passes to the program as the value of its option.
func (c command) value(line string, words []span, i int) (span, bool) {
	option := words[i].in(line)
	switch {
	case c.program == "htpasswd":
		return words[i], i == len(words)-1 && i >= 3 && strings.HasPrefix(words[0].in(line), "-b")
	case c.program == "net use":
		return words[i], i >= 2 && i < len(words)-1 && strings.HasPrefix(words[i+1].in(line), "/u")
	case c.options[0] == "":
		return words[i], i == 0
	case c.isGlued:
		return words[i], len(option) > 2 && strings.HasPrefix(option, c.options[0])
	case i+1 < len(words):
		return words[i+1], slices.Contains(c.options, option)
	}
	return span{}, false
}

// part returns the part of a value that is secret.
func (c command) part(line string, s span) (span, bool) {
	if c.behind == "" {
		return s, c.isSecret(s.in(line))
	}
	user, rest, ok := strings.Cut(s.in(line), c.behind)
	// In Freshdesk, any password may follow the key
	if isAlone := len(rest) < ofKey && len(user) >= ofAnyKey && isToken(user); ok && (rest == "" || isAlone) {
		return span{from: s.from, to: s.from + len(user)}, isAlone || isKey(user)
	}
	if c.behind == "/" {
		rest, _, _ = strings.Cut(rest, "@")
	}
	s.from += len(user) + 1
	s.to = s.from + len(rest)
	return s, ok && c.isSecret(rest)
}

// isSecret reports whether a value is not another option, an address or a placeholder. For a cookie it must be long.
func (c command) isSecret(value string) bool {
	least := 4
	if c.behind == "=" {
		least = 16
	}
	isOption := strings.HasPrefix(value, "-") && !c.isGlued
	l, d, others := kinds(value)
	isTelling := d > 0 && l > 0 || others > 0 || len(value) >= 6
	return len(value) >= least && isTelling && !isOption && !isNoSecret(value) && !strings.Contains(value, "://")
}

// isBetween reports whether the character at a position separates words. A line continues after a backslash.
func isBetween(line string, at int) bool {
	return line[at] == ' ' || line[at] == '\t' || line[at] == '\n' || line[at] == '\\' && at+1 < len(line) &&
		line[at+1] == '\n'
}

// wordsOf returns the words of a command line. Quotes keep a word together and are not part of it.
func wordsOf(line string) (words []span) {
	for at := 0; at < len(line); {
		if isBetween(line, at) {
			at++
			continue
		}
		if quotes[line[at]] {
			if end := strings.IndexByte(line[at+1:], line[at]); end >= 0 {
				words = append(words, span{from: at + 1, to: at + 1 + end})
				at += end + 2
				continue
			}
		}
		end := at
		for end < len(line) && !isBetween(line, end) && (line[end] != '"' || end == at) {
			end++
		}
		words = append(words, span{from: at, to: at + len(strings.TrimRight(line[at:end], ")`,"))})
		at = end
	}
	return words
}
