package rules

import (
	"strings"

	"stead/internal/sys/lazy"
)

// sort is what a name says about its value.
type sort int

const (
	harmless sort = iota
	// vague is a name for all kinds of things. Only a value that no person can have made up counts as a secret.
	vague
	// keyed is the name of a key or a token. Those have letters and digits.
	keyed
	// numbered is the name of a number that is kept secret.
	numbered
	// guarded is the name of a password or a secret, which may be any word.
	guarded
)

// The parts of names, separated by signs or beginning with capital letters.
var (
	isGuarded = lazy.Names(
		"password passwords passwd passwrd passphrase passphrases pass passe pwd pw secret secrets credential credentials creds "+
			"passwort passwörter kennwort losung contraseña contrasena senha wachtwoord hasło haslo пароль пароля пароли 密码 密碼 口令 パスワード 暗証番号 "+
			"비밀번호 암호 lösenord lösenordet adgangskode adgangskoden authtok bindpw rootpw passord passordet psk salasana şifre sifre parola heslo jelszó mnemonic requirepass storepass keypass pgpassword", " ")
	isKeyed = lazy.Names(
		"token tokens apikey apikeys authkey accesskey secretkey privatekey authtoken accesstoken sig auth bearer authorization pat appid "+
			"session sessionid phpsessid jsessionid sid jwt signature salt proof oauth", " ")
	isNumbered = lazy.Names("pin passcode otp totp tan", " ")
	// isOfKey are the words before "key" that make it a cryptographic key.
	isOfKey = lazy.Names(
		"api access secret private auth authentication account shared signing sign encryption encrypt master app application admin service storage "+
			"preshared integration ingest ingestion sdk unseal recovery wallet validator provisioning enrollment verification "+
			"subscription webhook deploy client hmac jwt crypto cipher rest license x session license token server mac aes user service role primary secondary", " ")
	// addsNothing are parts after which a name still means the same.
	addsNothing = lazy.Names(
		"old new current prod production dev development test testing staging value env base b64 base64 plain text raw string primary "+
			"secondary live main default enc for the demo data hash file1", " ")
	// endings are those of names written as one word.
	endings = []string{"password", "passwd", "passwort", "passphrase", "secret", "pwd"}
	keyEnds = []string{"token", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "signingkey"}
)

// sortOf returns what a name says about its value. Its last part decides, except for those that add nothing.
func sortOf(name string) sort {
	parts := partsOf(name)
	for len(parts) > 1 && addsNothing(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 || strings.HasSuffix(name, "PWD") && !strings.Contains(name, "_") { // a shell's working folder
		return harmless
	}
	last := parts[len(parts)-1]
	switch {
	case isGuarded(last) || hasEnding(last, endings):
		return guarded
	case isNumbered(last):
		return numbered
	case isKeyed(last) || hasEnding(last, keyEnds):
		return keyed
	case last != "key":
		return harmless
	case len(parts) > 1 && isOfKey(parts[len(parts)-2]) || name == strings.ToUpper(name) && len(parts) > 1:
		return keyed
	}
	return vague
}

func hasEnding(word string, of []string) bool {
	for _, ending := range of {
		if len(word) > len(ending) && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// partsOf returns the parts of a name in lower case, without the numbers.
func partsOf(name string) (parts []string) {
	from := 0
	add := func(to int) {
		part := strings.ToLower(strings.TrimRight(name[from:to], digits))
		if part != "" {
			parts = append(parts, part)
		}
		from = to
	}
	for at := range len(name) {
		switch {
		case strings.IndexByte("_-.: /", name[at]) >= 0:
			add(at)
			from = at + 1
		case at > 0 && beginsPart(name, at):
			add(at)
		}
	}
	if from < len(name) {
		add(len(name))
	}
	return parts
}

// beginsPart reports whether a capital letter begins a part of a name: after a lower-case letter, or before one that is
// not a plural s.
func beginsPart(name string, at int) bool {
	isSmall := func(at int) bool { return name[at] >= 'a' && name[at] <= 'z' }
	isLarge := func(at int) bool { return name[at] >= 'A' && name[at] <= 'Z' }
	return isLarge(at) && (isSmall(at-1) || at+1 < len(name) && isLarge(at-1) && isSmall(at+1) && name[at+1] != 's')
}

// nameAround returns the range of the name that contains a word. "API key" is one name.
func nameAround(text string, from, to int) (int, int) {
	from, to = trimmed(text, from, to)
	first := max(0, from-48)
	for from > first && isNameByte(text[from-1]) {
		from--
	}
	from = withWordBefore(text, from, to, first)
	for last := min(len(text), to+48); to < last && isNameByte(text[to]) && text[to] < wide; to++ {
	}
	for to > from && (text[to-1] == '.' || text[to-1] == '-') {
		to--
	}
	for from < to && (text[from] == '-' || text[from] == '.') {
		from++
	}
	return from, to
}

// withWordBefore returns the beginning of a name whose second word is "key".
func withWordBefore(text string, from, to, first int) int {
	if !strings.EqualFold(text[from:to], "key") || from < first+4 || text[from-1] != ' ' {
		return from
	}
	before := from - 1
	for before > first && isLetter(text[before-1]) {
		before--
	}
	return before
}

// wide is the first byte of characters from scripts without spaces between words.
const wide = 0xe3

// trimmed returns the range of a word without the signs around it.
func trimmed[T searched](text T, from, to int) (int, int) {
	for from < to && !isNameByte(text[from]) {
		from++
	}
	for to > from && !isNameByte(text[to-1]) {
		to--
	}
	return from, to
}

func isNameByte(c byte) bool { return isWordByte(c) || c == '-' || c == '.' || c >= 0x80 }
