package redact

import (
	"slices"
	"strings"
)

// command is a program with the option that takes a secret.
type command struct {
	program string
	options []string
	// isGlued has the secret stand right behind the option, as MySQL's programs want it.
	isGlued bool // the option is masked, too: the value does not stand alone
	// behind is what stands in the value before the secret: the user's name and a sign. A name alone is a key.
	behind string
}

var commands = []command{
	{program: "sshpass", options: []string{"-p"}}, {program: "sshpass", options: []string{"-p"}, isGlued: true},
	{program: "redis-cli", options: []string{"-a", "--pass"}}, {program: "docker login", options: []string{"-p"}},
	{program: "podman login", options: []string{"-p"}}, {program: "registry login", options: []string{"-p"}}, {program: "az login", options: []string{"-p"}},
	{program: "mysql", options: []string{"-p"}, isGlued: true}, {program: "mariadb", options: []string{"-p"}, isGlued: true},
	{program: "mongosh", options: []string{"-p"}}, {program: "mongo", options: []string{"-p"}}, {program: "mongodump", options: []string{"-p"}},
	{program: "curl", options: []string{"-u", "--user", "--proxy-user", "-U"}, behind: ":"}, {program: "wget", options: []string{"--user"}, behind: ":"},
	{program: "curl", options: []string{"-b", "--cookie"}, behind: "="},
	{program: "ldapsearch", options: []string{"-w"}}, {program: "ldapadd", options: []string{"-w"}}, {program: "ldapmodify", options: []string{"-w"}},
	{program: "smbclient", options: []string{"-U"}, behind: "%"}, {program: "zip -P", options: []string{""}},
	{program: "mosquitto_pub", options: []string{"-P"}}, {program: "mosquitto_sub", options: []string{"-P"}},
	{program: "sqlplus", options: []string{""}, behind: "/"}, {program: "htpasswd", options: []string{"-b"}}, {program: "net use", options: []string{""}},
	{program: "cargo login", options: []string{""}},
}

const longestCommand = 400

// secretOf returns the secret in a line that calls a program whose name stands at a place.
func (c command) secretOf(text string, from, to int) (span, bool) {
	if from > 0 && isWordByte(text[from-1]) {
		return span{}, false
	}
	to = runOf(text, to, &tokenBytes) // mysqldump
	line := text[to:min(len(text), to+longestCommand)]
	if end := strings.IndexAny(line, "\n|"); end >= 0 {
		line = line[:end]
	}
	words := wordsOf(line)
	for i, w := range words {
		value := w
		switch option := line[w.from:w.to]; {
		case c.program == "htpasswd" && i == len(words)-1 && i >= 3 && strings.HasPrefix(line[words[0].from:words[0].to], "-b"):
		case c.program == "net use" && i >= 2 && i < len(words)-1 && strings.HasPrefix(line[words[i+1].from:words[i+1].to], "/u"):
		case c.options[0] == "" && i == 0 && c.program != "net use":
		case c.isGlued && len(option) > 2 && strings.HasPrefix(option, c.options[0]):
		case i+1 < len(words) && !c.isGlued && c.options[0] != "" && c.program != "htpasswd" && slices.Contains(c.options, option):
			value = words[i+1]
		default:
			continue
		}
		if s, ok := c.part(line, value); ok {
			return span{"option", to + s.from, to + s.to}, true
		}
	}
	return span{}, false
}

// part returns the part of a value that is secret.
func (c command) part(line string, s span) (span, bool) {
	value := line[s.from:s.to]
	if c.behind != "" {
		user, rest, ok := strings.Cut(value, c.behind)
		switch {
		case !ok || rest == "" && !isKey(user):
			return s, false
		case rest == "":
			return span{from: s.from, to: s.from + len(user)}, true
		}
		if c.behind == "/" {
			rest, _, _ = strings.Cut(rest, "@")
		}
		s.from += len(user) + 1
		s.to = s.from + len(rest)
		value = rest
		if c.behind == "=" && len(value) < 16 {
			return s, false
		}
	}
	l, d, others := kinds(value)
	return s, len(value) >= 4 && !isNoSecret(value) && (c.isGlued || !strings.HasPrefix(value, "-")) && !strings.Contains(value, "://") && (d > 0 && l > 0 || others > 0 || len(value) >= 6 && c.behind != "=")
}

// wordsOf returns the words of a command's line. Quotes hold one together, and do not belong to it.
func wordsOf(line string) (words []span) {
	for at := 0; at < len(line); {
		if line[at] == ' ' || line[at] == '\t' {
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
		for end < len(line) && line[end] != ' ' && line[end] != '\t' && (line[end] != '"' || end == at) {
			end++
		}
		words = append(words, span{from: at, to: len(strings.TrimRight(line[:end], ")`,"))})
		at = end
	}
	return words
}
