package rules

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"stead/internal/sys/lazy"
)

// What occurs in place of a secret but is not one.
var (
	// placeholder matches a whole value.
	placeholder = unless(isNoPlaceholder,
		`(?i)^(?:\$\w+|\$\{.*|\$\(.*|\{+.*\}+|<.*>|%\w*%|%[a-z]|\[.*\]|@\w+@|[x*.•_#-]+|[x*!]:\d+:\d+.*|`+
			`(?:my|your|the|new|old|some|user|db|test|root|admin|default|super|top|dummy|fake|sample)?[_-]?(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|key|user(?:name)?)s?|`+
			`postgres|mysql|root|admin|guest|rabbitmq|minio(?:admin)?|changeme|change[_-]?it|sa|null|nil|none|true|false|undefined|string|str|bool(?:ean)?|int\d*|uint\d*|`+
			`(?:sha|md)-?\d[\w-]*|bcrypt\w*|argon2\w*|scrypt|pbkdf2[\w-]*|utf-?\d+|base\d+\w*|(?:hs|rs|es|ps)\d{3}|aes[\w-]*|rsa[\w-]*|oauth\d?|x509|ed25519|p256|`+
			`\d+(?:[-.,/:]\d+)*[a-z%]{0,2}|v?\d+(?:\.\d+)+[\w.+-]*)$`)
	// marker matches a part of a value that the user is to replace.
	marker = unless(hasNoMarker,
		`(?i)example|placeholder|change[_-]?me|your[_-]|[_-]here\b|dummy|redacted|xxxx|\*\*\*|\.\.\.|todo|getenv|process\.env|environ|://|\d{4}-\d\d-\d\dT\d\d:`)
	// path matches the path of a file.
	path = unless(isNoPath,
		`^(?:~|\.{0,2})/\w+/|^[A-Za-z]:[\\/]|\.(?:go|py|js|ts|tsx|json|ya?ml|txt|md|pem|key|crt|conf|toml|env|sh)$`)
	// constant matches a name in upper case with a number. Camel matches a name in mixed case.
	constant = unless(isNoConstant, `^[A-Z]+(?:_[A-Z0-9]+)+$`)
	camel    = unless(isNoCamel, `^(?:[a-z]+|[A-Z][a-z]+)(?:[A-Z][a-z]*)+\d{0,2}$`)
)

// isNoSecret reports whether a value cannot be a secret, wherever it occurs.
func isNoSecret(value string) bool {
	return placeholder.matches(value) || marker.matches(value) || isNamed(value) || path.matches(value) ||
		constant.matches(value)
}

// isKey accepts what no person would make up: letters and digits that do not form words.
func isKey(secret string) bool {
	if password, ok := basic(secret); ok {
		return !isNoSecret(password)
	}
	l, d, _ := kinds(secret)
	return len(secret) >= 8 && l > 0 && d > 0 && !isWordy(secret) && entropy(secret) >= leastEntropy &&
		!isNoSecret(secret) && !camel.matches(withoutSizes(secret))
}

// withoutSizes removes from a name the numbers that belong to algorithms and key sizes: testRSA2048PrivateKey,
// newKey1024.
func withoutSizes(name string) string {
	digitsInRow := 0
	for at := range len(name) {
		switch {
		case isDigit(name[at]):
			digitsInRow++
		case !isLetter(name[at]) || digitsInRow == 1 || digitsInRow == 2:
			return name // most values take this path
		default:
			digitsInRow = 0
		}
	}
	return sized().ReplaceAllString(name, "$1")
}

var sized = lazy.Regexp(
	`(?i)(key|rsa|pss|sha|ed|p|aes|curve)(?:1024|2048|3072|4096|128|192|224|256|384|512|521|768|25519|448)`)

// isFileName reports whether a value names a file. The text after "key" may be an object in a store, named by its
// digest.
func isFileName(secret string) bool { return fileName.matches(secret) }

var fileName = unless(isNoPath, `\.(?:gif|jpe?g|png|webp|svg|pdf|jsonl?|txt|md|log|html?)$`)

// leastEntropy is the minimum entropy of a key in bits per character, which eight different characters have.
const leastEntropy = 2.75

// basic returns the password of basic authentication.
func basic(secret string) (password string, ok bool) {
	decoded, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || !isPrintable(string(decoded)) {
		return "", false
	}
	_, password, ok = strings.Cut(string(decoded), ":")
	return password, ok
}

func kinds(value string) (l, d, others int) {
	for i := range len(value) {
		switch c := value[i]; {
		case isLetter(c) || c >= 0x80:
			l++
		case isDigit(c):
			d++
		case strings.IndexByte("_-./\\:,=+", c) < 0:
			others++
		}
	}
	return l, d, others
}

// isNamed reports whether a value is an expression of a programming language that names something: user.password1,
// a::b2, x->y, pkg/sub/File.
func isNamed(value string) bool {
	pieces := strings.FieldsFunc(strings.TrimRight(value, "!"),
		func(c rune) bool { return strings.ContainsRune("./:>-?@$", c) })
	for _, piece := range pieces {
		if !isLetter(piece[0]) && piece[0] != '_' || !isWordy(piece) && !camel.matches(piece) {
			return false
		}
	}
	return len(pieces) > 1 && strings.ContainsAny(value, "./>:")
}

// isWordy reports whether a value consists of words and numbers, as names do: "oauth2-proxy-v3".
func isWordy(value string) bool {
	for at := 0; at < len(value); at++ {
		from := at
		for at < len(value) && strings.IndexByte("_-./:+=", value[at]) < 0 {
			at++
		}
		if !isWordOfName(value[from:at]) {
			return false
		}
	}
	return true
}

// isWordOfName reports whether a part of a name is a word in lower or upper case, or a capitalized word, followed by a
// number of two digits and a letter, or by a number of four digits.
func isWordOfName(part string) bool {
	l := 0
	for l < len(part) && isLetter(part[l]) {
		l++
	}
	d := l
	for d < len(part) && isDigit(part[d]) {
		d++
	}
	word, number, rest := part[:l], part[l:d], part[d:]
	switch {
	case part == "":
		return true
	case l == 0:
		return len(number) <= 4 && rest == ""
	case len(number) > 2 || len(rest) > 1 || rest != "" && (number == "" || rest[0] < 'a' || rest[0] > 'z'):
		return false
	}
	return word == strings.ToLower(word) || word == strings.ToUpper(word) || word[1:] == strings.ToLower(word[1:])
}

func isPrintable(content string) bool {
	for _, c := range content {
		if c == utf8.RuneError || c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
