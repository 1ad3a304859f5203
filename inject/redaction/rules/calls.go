package rules

import "strings"

// keyOfCall is the minimum length of a key that only a call identifies.
const keyOfCall = 24

// keyInCall returns the key that a program passes to a service's library: client.login("..."), Client("...").
func keyInCall(text string, _, to int) (span, bool) {
	for range 2 {
		from, end, isQuoted := valueAt(text, to)
		if isQuoted && end-from >= keyOfCall && isToken(text[from:end]) {
			return span{"named-key", from, end}, true
		}
		to = afterAny(text, afterAny(text, end, 1, "'\"`"), 4, ", \n")
	}
	return span{}, false
}

// keyOfLogin returns the key with which a command logs in.
func keyOfLogin(text string, _, to int) (span, bool) {
	from, end, _ := valueAt(text, to)
	return span{"named-key", from, end}, end-from >= keyOfCall && isToken(text[from:end])
}

// isToken reports whether a value without a name is a key: it contains only characters of keys.
func isToken(value string) bool {
	return len(strings.Trim(value, tokenLetters)) == 0 && isKey(value) && entropy(value) >= 3
}

// thirdArgument returns the password that follows an address and a user name in a call: new PDO("mysql:...", "bob",
// "...").
func thirdArgument(text string, _, to int) (span, bool) {
	for number := range 3 {
		from, end, isQuoted := valueAt(text, to)
		if !isQuoted {
			break
		}
		if value := text[from:end]; number == 2 {
			return span{"password", from, end}, len(value) >= 5 && isTelling(value) && !isNoSecret(value)
		}
		to = afterAny(text, afterAny(text, end, 1, "'\"`"), 4, ", \n")
	}
	return span{}, false
}

// sent returns the password that an expect script types: send "...\r".
func sent(text string, _, to int) (span, bool) {
	from := afterAny(text, to, 4, "\\\"")
	end := strings.IndexAny(text[from:min(len(text), from+ofAnyKey*2)], "\\\r \"")
	if end < 0 || text[from+end] == ' ' || text[from+end] == '"' {
		return span{}, false
	}
	value := text[from : from+end]
	return span{"password", from, from + end}, strings.HasPrefix(strings.TrimLeft(text[from+end:], "\\"), "r") &&
		isMadeUp(value) && !isNoSecret(value)
}

// userOption returns the password after a user name in a command's option: --user root:...
func userOption(text string, _, to int) (span, bool) {
	from, end, _ := valueAt(text, to)
	user, password, ok := strings.Cut(text[from:end], ":")
	from += len(user) + 1
	return span{"option", from, end}, ok && isMadeUp(password) && !isNoSecret(password)
}

// relayed returns the password in a line of Postfix: [host]:port user:password.
func relayed(text string, from, to int) (span, bool) {
	host := text[strings.LastIndexAny(text[:from], " \t\n")+1 : from]
	if !strings.Contains(host, "[") {
		return span{}, false
	}
	first, end, _ := valueAt(text, to)
	user, password, ok := strings.Cut(text[first:end], ":")
	return span{"password", first + len(user) + 1, end}, ok && len(password) >= 5 && !isNoSecret(password)
}

// credentials returns the password after a user name: log in with bob / ...
func credentials(text string, _, to int) (span, bool) {
	line, _, _ := strings.Cut(text[to:min(len(text), to+120)], "\n")
	_, password, ok := strings.Cut(line, " / ")
	if !ok {
		_, password, ok = strings.Cut(line, " with ")
	}
	if !ok {
		return span{}, false
	}
	from, end, _ := valueAt(text, to+len(line)-len(password))
	value := text[from:end]
	l, d, _ := kinds(value)
	return span{"password", from, end}, len(value) >= 6 && l > 0 && d > 0 && !isWordy(value) && !isNoSecret(value)
}

// header returns a key that is the value of a header whose name does not identify it.
func header(text string, _, to int) (span, bool) {
	at := afterAny(text, to, 1, "'\"")
	sign := afterAny(text, at, 1, ":=")
	from, end, _ := valueAt(text, afterAny(text, sign, 4, " \t"))
	return span{"named-key", from, end}, sign > at && end-from >= 20 && isKey(text[from:end])
}
