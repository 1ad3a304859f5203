package redact

import (
	"encoding/base64"
	"strings"

	"stead/internal/lazy"
)

// What stands where a secret is expected, and is none.
var (
	// placeholder is a whole value.
	placeholder = lazy.Regexp(`(?i)^(?:\$\w+|\$\{.*|\$\(.*|\{+.*\}+|<.*>|%\w*%|%[a-z]|\[.*\]|@\w+@|[x*.•_#-]+|[x*!]:\d+:\d+.*|` +
		`(?:my|your|the|new|old|some|user|db|test|root|admin|default|super|top|dummy|fake|sample)?[_-]?(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|key|user(?:name)?)s?|` +
		`postgres|mysql|root|admin|guest|rabbitmq|minio(?:admin)?|changeme|change[_-]?it|sa|null|nil|none|true|false|undefined|string|str|bool(?:ean)?|int\d*|uint\d*|` +
		`(?:sha|md)-?\d[\w-]*|bcrypt\w*|argon2\w*|scrypt|pbkdf2[\w-]*|utf-?\d+|base\d+\w*|(?:hs|rs|es|ps)\d{3}|aes[\w-]*|rsa[\w-]*|oauth\d?|x509|ed25519|p256|` +
		`\d+(?:[-.,/:]\d+)*[a-z%]{0,2}|v?\d+(?:\.\d+)+[\w.+-]*)$`)
	// marker is a part of a value that somebody shall replace.
	marker = lazy.Regexp(`(?i)example|placeholder|change[_-]?me|your[_-]|[_-]here\b|dummy|redacted|xxxx|\*\*\*|\.\.\.|todo|getenv|process\.env|environ|://`)
	// code is an expression of a programming language: user.password1, a::b2, x->y.
	code = lazy.Regexp(`^[A-Za-z_$@][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+!?$`)
	// path is that of a file.
	path = lazy.Regexp(`^(?:~|\.{0,2})/|^[A-Za-z]:[\\/]|^\w+(?:/[\w.-]+){2,}$|\.(?:go|py|js|ts|tsx|json|ya?ml|txt|md|pem|key|crt|conf|toml|env|sh)$`)
	// constant is a name in large letters with a number, camel a name in mixed ones.
	constant = lazy.Regexp(`^[A-Z]+(?:_[A-Z0-9]+)+$`)
	camel    = lazy.Regexp(`^(?:[a-z]+|[A-Z][a-z]+)(?:[A-Z][a-z]*)+\d{0,2}$`)
	// fromSettings is a line of an environment file, whose value may be any word.
	fromSettings = lazy.Regexp(`^[A-Z_]+=["']?[^\s"']+["']?\s?$`)
)

// isNoSecret reports whether a value is nothing that anybody keeps to himself, wherever it stands.
func isNoSecret(value string) bool {
	return placeholder().MatchString(value) || marker().MatchString(value) || code().MatchString(value) || path().MatchString(value) || constant().MatchString(value)
}

// isPassword takes what has letters and digits, or other characters. A word alone is a password only in a file of settings.
func isPassword(secret, match string) bool {
	if len(secret) < 5 || isNoSecret(secret) || strings.Contains(secret, "=>") || strings.HasPrefix(secret, "-") {
		return false
	}
	l, d, others := kinds(secret)
	switch {
	case l == 0 && others == 0:
		return false
	case d > 0 && l > 0, others > 0 && l+d > 3 && len(secret) >= 6:
		return true
	}
	return len(secret) >= 8 && fromSettings().MatchString(match)
}

// isPasswordOfURL takes any but those that everybody knows: the place leaves no doubt. One that is the user's name protects nothing.
func isPasswordOfURL(secret, match string) bool {
	_, rest, _ := strings.Cut(match, "://")
	user, _, _ := strings.Cut(rest, ":")
	return !isNoSecret(secret) && secret != user
}

// isKey takes what no person would make up: letters and digits that follow no word.
func isKey(secret, _ string) bool {
	if decoded, ok := basic(secret); ok {
		return isPasswordOfURL(decoded, "")
	}
	l, d, _ := kinds(secret)
	return len(secret) >= 8 && l > 0 && d > 0 && !isNoSecret(secret) && !camel().MatchString(secret) && !isWordy(secret) && entropy(secret) >= leastEntropy
}

// isNoFile reports whether a value is none that names a file: what stands behind "key" may be one of a store's, named by its digest.
func isNoFile(secret, _ string) bool { return !fileName().MatchString(secret) }

var fileName = lazy.Regexp(`\.(?:gif|jpe?g|png|webp|svg|pdf|jsonl?|txt|md|log|html?)$`)

// leastEntropy is what a key has in bits per character at least, which eight different ones have.
const leastEntropy = 2.75

// basic returns the password of basic authentication.
func basic(secret string) (password string, ok bool) {
	decoded, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || !isPrintable(decoded) {
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

// word with a number behind it, as parts of names are: "oauth2-proxy-v3".
var part = lazy.Regexp(`^(?:[a-z]+\d{0,2}[a-z]?|[A-Z]+\d{0,2}|[A-Z][a-z]+\d{0,2}|\d{1,4})$`)

// isWordy reports whether a value is made of words.
func isWordy(value string) bool {
	for _, piece := range strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune("_-./:+=", c) }) {
		if !part().MatchString(piece) {
			return false
		}
	}
	return true
}
