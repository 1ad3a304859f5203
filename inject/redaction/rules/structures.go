package rules

import (
	"strings"
)

// A structure is a form of text in which a secret has a fixed place. Its function returns the secret around one of its
// words.
type structure struct {
	word string
	find func(text string, from, to int) (span, bool)
	// least is the minimum number of token characters directly after the word, or 0 if they may be elsewhere.
	least int
}

// mayStand reports whether a structure may begin with its word in the JSON form of a text.
func (s *structure) mayStand(raw []byte, to int) bool {
	if s.least == 0 {
		return s.word != "://" || mayHaveUser(raw, to)
	}
	for end := min(len(raw), to+4); to < end && parting[raw[to]]; to++ {
	}
	return runs(raw, to, to, s.least)
}

func structures() []structure {
	all := []structure{
		{word: "://", find: passwordOfURL}, {word: "private key", find: privateKey},
		{word: "private-lines:", find: linesBehind}, {word: "mnemonic", find: phrase},
		{word: "seed phrase", find: phrase}, {word: "recovery phrase", find: phrase}, {word: "-us1", find: dataCentre},
		{word: "-us2", find: dataCentre},
		{word: "@tcp(", find: dsn}, {word: "@unix(", find: dsn}, {word: "cookie:", find: cookie},
		{word: "cookie\":", find: cookie},
		{word: "chpasswd", find: piped}, {word: "--password-stdin", find: piped}, {word: "--passphrase-fd 0", find: piped},
		{word: "passwd --stdin", find: piped}, {word: "sudo -s", find: piped},
		{word: ":aa", find: telegram}, {word: "::server:", find: nodeToken}, {word: "identified by", find: identified},
		{word: "login(", find: keyInCall}, {word: "algoliasearch(", find: keyInCall},
		{word: "client(", find: keyInCall, least: keyOfCall}, {word: ".run(", find: keyInCall, least: keyOfCall},
		{word: " login ", find: keyOfLogin, least: keyOfCall}, {word: " auth ", find: keyOfLogin, least: keyOfCall},
		{word: "authenticate ", find: keyOfLogin, least: keyOfCall},
		{word: "honeycomb-team", find: header}, {word: "--user ", find: userOption, least: 7},
		{word: "--user=", find: userOption, least: 7},
	}
	for _, word := range []string{`send "`, `send \`} {
		all = append(all, structure{word: word, find: sent})
	}
	for _, word := range []string{"new pdo(", "mysqli(", "mysqli_connect(", "getconnection("} {
		all = append(all, structure{word: word, find: thirdArgument})
	}
	for _, word := range []string{"creds: ", "credentials: ", "login with", "log in with", "log in as", "login as",
		"sign in as", "logged in as"} {
		all = append(all, structure{word: word, find: credentials})
	}
	for _, word := range []string{"]:587 ", "]:465 ", "]:25 ", "]:submission "} {
		all = append(all, structure{word: word, find: relayed})
	}
	for _, word := range []string{"$apr1$", "$2y$", "$2a$", "$2b$", "$6$", "$5$", "$1$", "$argon2", "$y$", "{ssha}"} {
		all = append(all, structure{word: word, find: crypted})
	}
	for _, word := range []string{":5432:", ":3306:", ":*:"} {
		all = append(all, structure{word: word, find: pgpass})
	}
	return all
}

// passwordOfURL returns the password of a URL, or a user name that is a key. A password may contain an @: the last one
// before the path counts.
func passwordOfURL(text string, from, to int) (span, bool) {
	end := to
	for end < len(text) && end < to+512 && strings.IndexByte(" \t\r\n\"'`<>", text[end]) < 0 {
		end++
	}
	authority := text[to:end]
	at := strings.LastIndexByte(authority, '@')
	if slash := strings.IndexAny(authority, "/?#"); at > slash && slash >= 0 && !strings.Contains(authority[:slash], ":") {
		at = strings.LastIndexByte(authority[:slash], '@')
	}
	if at < 0 || at+1 == len(authority) || strings.IndexByte("/:@.,", authority[at+1]) >= 0 {
		return span{}, false
	}
	user, password, ok := strings.Cut(authority[:at], ":")
	if !ok {
		isUser := len(user) >= 20 && isKey(user)
		return span{"connection-string", to, to + at}, isUser
	}
	s := span{"connection-string", to + len(user) + 1, to + at}
	return s, len(password) >= 3 && !strings.Contains(password, "://") && strings.IndexByte(user, '/') < 0 &&
		password != user && !isNoSecret(password) && !isPort(password)
}

// isPort reports whether the text after a host name is a port and a path.
func isPort(text string) bool {
	port, _, _ := strings.Cut(text, "/")
	return len(port) <= 5 && isDigits(port)
}

// keyRule names private keys.
const keyRule = "private-key"

// longestKey is the maximum length of a private key, including what precedes its lines.
const longestKey = 16 << 10

// privateKey returns the lines after the first one of a private key, which may be cut.
func privateKey(text string, from, to int) (span, bool) {
	line := strings.LastIndexByte(text[:from], '\n') + 1
	if strings.Contains(text[max(line, from-40):from], "END") {
		return linesBefore(text, line)
	}
	if !strings.Contains(text[max(line, from-40):from], "BEGIN") {
		return span{}, false
	}
	s, ok := linesBehind(text, from, to)
	s.from = max(0, from-40) + strings.LastIndex(text[max(0, from-40):from], "BEGIN")
	for s.from > 0 && text[s.from-1] == '-' || s.from > 1 && text[s.from-1] == ' ' && text[s.from-2] == '-' {
		s.from--
	}
	if end := strings.Index(text[s.to:min(len(text), s.to+120)], "PRIVATE KEY"); end >= 0 {
		s.to += end + len("PRIVATE KEY")
		s.to = afterAny(text, s.to, 16, " BLOCK-")
	}
	return s, ok
}

// linesBehind returns the lines of base64 after a word, whatever precedes each of them.
func linesBehind(text string, _, at int) (span, bool) {
	last, total, start := at, 0, -1
	for next := at; next < len(text) && next < at+longestKey; {
		end := runOf(text, next, &keyDigits)
		if length := end - next; length >= 24 || total > 0 && length > 0 &&
			(length >= 16 || text[end-1] == '=' || isLineEnd(text, end)) && !isDigits(text[next:end]) &&
			!strings.HasPrefix(text[next:], "--") {
			if start < 0 {
				start = next
			}
			total, last = total+length, end
		} else if next > last+100 {
			break
		} else if total > 0 && strings.HasPrefix(text[next:], "--") {
			break
		}
		next = end + 1
	}
	return span{keyRule, max(start, at), last}, total >= 24
}

// linesBefore returns the lines of base64 before the last line of a private key. The first of them may be cut.
func linesBefore(text string, at int) (span, bool) {
	s := span{keyRule, at, max(0, at-1)}
	for s.from > 0 {
		line := strings.LastIndexByte(text[:s.from-1], '\n') + 1
		if end := runOf(text, line, &keyDigits); end < s.from-1 || end-line < 24 && s.from != at {
			break
		}
		s.from = line
	}
	return s, s.to-s.from >= 24
}

// dataCentre returns a key of Mailchimp before the name of its data center.
func dataCentre(text string, from, to int) (span, bool) {
	start := from
	for start > 0 && hexDigit(text, start-1) >= 0 {
		start--
	}
	return span{"mailchimp-key", start, to}, from-start == 32
}

func isLineEnd(text string, at int) bool {
	return at == len(text) || text[at] == '\n' || text[at] == '\\'
}

func isDigits(text string) bool { return strings.Trim(text, digits) == "" }

var keyDigits = classOf(letters + digits + "+/=")

// crypted returns the hash of a password in the form of crypt.
func crypted(text string, from, to int) (span, bool) {
	members := classOf(letters + digits + "./$=,+{}-")
	end := runOf(text, from, &members)
	return span{"password-hash", from, end}, end-to >= 22 && entropy(text[to:end]) > 3
}

// dsn returns the password of a connection string in the form of Go's drivers: user:password@tcp(host).
func dsn(text string, from, _ int) (span, bool) {
	start := from
	for start > 0 && start > from-128 && strings.IndexByte(" \t\r\n\"'`=", text[start-1]) < 0 {
		start--
	}
	_, password, ok := strings.Cut(text[start:from], ":")
	return span{"connection-string", from - len(password), from}, ok && len(password) >= 3 && !isNoSecret(password)
}

// cookie returns the first value in a cookie header that identifies a user, and everything after it.
func cookie(text string, _, to int) (span, bool) {
	for at := afterAny(text, to, 4, " \"'"); at < len(text) && at < to+longestValue; {
		end := at
		for end < len(text) && strings.IndexByte(";\n\r\"'", text[end]) < 0 {
			end++
		}
		name, value, ok := strings.Cut(text[at:end], "=")
		if ok && len(value) >= 16 && !isNoSecret(value) && entropy(value) >= 3 && (identifies(name) || isRandom(value)) {
			return span{"cookie", end - len(value), end}, true
		}
		if end >= len(text) || text[end] != ';' {
			break
		}
		at = afterAny(text, end+1, 4, " ")
	}
	return span{}, false
}

// identifies reports whether a cookie's name suggests that it identifies a user.
func identifies(name string) bool {
	small := strings.ToLower(name)
	return strings.Contains(small, "sess") || strings.Contains(small, "sid") || strings.Contains(small, "token") ||
		strings.Contains(small, "auth")
}

// pgpass returns the password in a line of PostgreSQL's file: host:port:database:user:password.
func pgpass(text string, from, _ int) (span, bool) {
	start := strings.LastIndexAny(text[:from], "\n\"' ") + 1
	end := from
	for end < len(text) && strings.IndexByte("\n\r\"' ", text[end]) < 0 {
		end++
	}
	fields := strings.SplitN(text[start:end], ":", 5)
	if len(fields) < 5 || len(fields[4]) < 4 || isNoSecret(fields[4]) || fields[1] != "*" && !isDigits(fields[1]) {
		return span{}, false
	}
	return span{"pgpass", end - len(fields[4]), end}, true
}

// piped returns the text that is piped into a command that reads a password: echo ...
// docker login --password-stdin.
func piped(text string, from, _ int) (span, bool) {
	start := strings.LastIndexByte(text[:from], '\n') + 1
	at := strings.LastIndexByte(text[start:from], '|')
	if at < 0 {
		return span{}, false
	}
	end := start + len(strings.TrimRight(text[start:start+at], " \t'\""))
	first := start + strings.LastIndexAny(text[start:end], " '\"") + 1
	if user, _, ok := strings.Cut(text[first:end], ":"); ok {
		first += len(user) + 1
	}
	return span{"password", first, end}, end-first >= 5 && !isNoSecret(text[first:end])
}

// telegram returns the token of a bot: its number, and 35 characters.
func telegram(text string, from, to int) (span, bool) {
	start := from
	for start > 0 && isDigit(text[start-1]) {
		start--
	}
	end := runOf(text, to, &tokenBytes)
	return span{"telegram-bot-token", start, end}, from-start >= 8 && from-start <= 11 && end-to >= 30 && end-to <= 36 &&
		text[from+1:from+3] == "AA"
}

var tokenBytes = classOf(letters + digits + "_-")

const tokenLetters = letters + digits + "_-.="

// nodeToken returns the token with which a machine joins a k3s cluster.
func nodeToken(text string, from, to int) (span, bool) {
	start := from
	for start > 0 && isWordByte(text[start-1]) {
		start--
	}
	end := runOf(text, to, &tokenBytes)
	return span{"k3s-token", start, end}, from-start >= 20 && end-to >= 16
}

// identified returns the password in an SQL statement.
func identified(text string, _, to int) (span, bool) {
	from, end, isQuoted := valueAt(text, afterAny(text, to, 4, " \t"))
	return span{"password", from, end}, isQuoted && end-from >= 5 && !isNoSecret(text[from:end])
}

// phrase returns the words that restore a wallet.
func phrase(text string, _, to int) (span, bool) {
	from := afterAny(text, to, 8, " =:\"'`*is")
	end, words := from, 0
	for end < len(text) && words < 24 {
		next := end
		for next < len(text) && text[next] >= 'a' && text[next] <= 'z' {
			next++
		}
		if next-end < 3 {
			break
		}
		words++
		if end = next; end < len(text) && text[end] == ' ' {
			end++
		}
	}
	return span{"recovery-phrase", from, end}, words >= 12
}
