package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"stead/inject/redaction"
	"stead/inject/redaction/rules/gitleaks"
	"stead/internal/adapt/caseless"
	"stead/internal/adapt/encoded"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// scanner holds all rules, and finds the words that belong to them in one pass over a text.
type scanner struct {
	// words finds all words except the short ones, which would cost as much as all others. WithShort finds those, too.
	words     *wordFinder
	withShort func() *wordFinder
	owners    []owner
	rules     []rule
	allowed   []allowlist
	tokens    []tokenRule
	forms     []structure
	// environment holds the values of this machine's own environment.
	environment []redaction.Secret
}

// kind is the kind of rule that a word belongs to.
type kind int

const (
	ofName kind = iota
	ofToken
	ofRule
	ofStructure
	ofCommand
	ofBase64
	ofHidden
	ofOwnValue
)

// owner is the rule that a word belongs to: its kind, and its number within that kind. For base64 the number is the
// phase.
type owner struct {
	kind   kind
	number int
}

// The minimum lengths of what is bound to a name: of a word, of a key, and of a value that only its own form identifies
// as a key. They are the numbers of names' words.
const (
	ofWord   = 4
	ofKey    = 8
	ofAnyKey = 20
)

// leastEncoded is the minimum length of a program's name whose base64 is searched for.
const leastEncoded = 6

// names are parts of names for keys, vagueNames of names for all kinds of things, and passwordNames of names whose
// value may be any word. None is three letters long or shorter, because the finder would have to examine many more
// places.
var (
	names = []string{
		"token", "_key", "-key", "api key", "ess key", "ikey", "skey", "tkey", "ekey", "hkey", "gkey", "rkey", "nkey",
		"dkey", "pkey", "ckey", "lkey", "mkey", "auth", "bearer",
		"session", "sessid", "sid=", "sig=", "signature=", "appid",
	}
	vagueNames    = []string{" key", "\"key", "'key", ".key", "?key", "&key"}
	passwordNames = []string{
		"pass", "_pat=", "bindpw", "rootpw", `pwd\`, `_pw\`, " pin ", "\npin", "pin:", "otp=", "otp:", "pwd=", "pwd:",
		"pwd\"", "pwd'", "pwd ", "_pw=", "-pw=", " pw=", "_pw:", " pw:", "_pw\"", "secret", "credential", "creds", "psk=",
		"psk:", "kennwort", "contrase", "senha",
		"wachtwoord", "hasło", "haslo", "парол", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "lösenord", "adgangskode",
		"salasana", "şifre", "sifre", "parola", "heslo", "jelszó",
	}
)

// hidden are the texts that hide a secret from a search for its usual form.
var hidden = []string{`\u00`, `\u200`, `\u2060`, `\ufeff`, "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "%3d",
	"%3a", "%5f", "%2d", "%22", "%2f", "%2b", "%20", "%40", "%0a", "%21", "%23", "%24", "%25", "%26", "%27", "%2a", "%2c", "+is+", "+-p+", "+-u+", "+-a+", "+login+", "+password+"}

// short are those of two bytes.
var short = []string{`\/`, "\u00ad"}

// telling are words, in addition to the beginnings of tokens, whose base64 is searched for.
var telling = []string{
	"://", "password", "PASSW", "Password", "passwd", "_PASS", "pass=", "pass ", "passe", "Passwort", "secret", "Secret",
	"SECRET", "pi_key", "PI_KEY", "pi-key", "pi key", "ApiKey", "apiKey",
	"oken", "TOKEN", "_KEY=", "_key", "-Key", "-KEY", "Key", "uthorization: ", "Cookie: ", "PRIVATE KEY", "Bearer ",
	" -p", " -a ", " -u ", " -w ", " -P ", " -U ", "pwd", "Pwd=", "_PW=", "_PAT=",
	"machine ", "$apr1$", "$2y$", "$6$", ":5432:", ":*:*:", "@tcp(", "chpasswd", "::server:", "login", "key=", "key:",
	"key\"", "sig=", "Signature=", "appid=", "session", "Private",
	"BEARER=", "assphrase", "PASSPHRASE", "eyJhbGciOi", "Client(", "client(", " login ", " auth ", "--user", "bindpw",
	"eyJ0eXAiOi", "pass: ", "mnemonic", "senha", "hasło", "парол", "密码", "パスワード", "비밀번호", "lösenord", "contrase",
	"Kennwort", "wachtwoord", "salasana", "adgangskode", "jelszó", "parola", "şifre", "heslo ", "identified",
	"IDENTIFIED", "_auth", "\"auth\"", "AUTH", ":AA",
}

func newScanner(environment []redaction.Secret) *scanner {
	s := scannerOf(environment)
	s.withShort = sync.OnceValue(func() *wordFinder {
		all := scannerOf(environment)
		for _, text := range short {
			all.own(owner{kind: ofHidden}, text, false)
		}
		return all.words
	})
	for range short {
		s.owners = append(s.owners, owner{kind: ofHidden})
	}
	return s
}

// finderFor returns a finder for all words in a text.
func finderFor[T searched](s *scanner, text T) *wordFinder {
	if holdsShort(text) {
		return s.withShort()
	}
	return s.words
}

var shortTexts = []caseless.Text{caseless.New(short[0]), caseless.New(short[1])}

// holdsShort reports whether a text may contain a short word.
func holdsShort[T searched](text T) bool {
	switch text := any(text).(type) {
	case []byte:
		return shortTexts[0].Index(text) >= 0 || shortTexts[1].Index(text) >= 0
	case string:
		return strings.Contains(text, short[0]) || strings.Contains(text, short[1])
	}
	return true
}

func scannerOf(environment []redaction.Secret) *scanner {
	s := &scanner{words: newWordFinder(), allowed: allowlists(gitleaks.Allowlists), tokens: tokenRules(),
		forms: structures(), environment: environment}
	s.ownRules()
	for i, t := range s.tokens {
		s.own(owner{ofToken, i}, t.prefix, true)
		if len(t.prefix) >= 4 {
			s.ownEncoded(t.prefix)
		}
	}
	s.ownNames(names, ofKey)
	s.ownNames(vagueNames, ofAnyKey)
	s.ownNames(passwordNames, ofWord)
	for i, form := range s.forms {
		s.own(owner{ofStructure, i}, form.word, false)
	}
	for i, c := range commands {
		s.own(owner{ofCommand, i}, c.program, true)
		if len(c.program) >= leastEncoded {
			s.ownEncoded(c.program)
		}
	}
	for _, text := range telling {
		s.ownEncoded(text)
	}
	for _, text := range hidden {
		s.own(owner{kind: ofHidden}, text, false)
	}
	for i, secret := range environment {
		quoted := timeline.NewText(secret.Value)
		s.own(owner{ofOwnValue, i}, secret.Value, true)
		s.own(owner{ofOwnValue, i}, string(quoted.Inner()), true)
	}
	return s
}

// ownRules adds the words of gitleaks' rules.
func (s *scanner) ownRules() {
	for _, r := range gitleaks.Rules {
		if isReplaced(r.ID) || s.knows(r) {
			continue
		}
		for _, keyword := range keywordsOf(r) {
			s.own(owner{ofRule, len(s.rules)}, strings.ToLower(keyword), false)
		}
		s.rules = append(s.rules, newRule(r))
	}
}

// keywordsOf returns the rule's words. A word of two letters would be expensive, so it is extended with what its
// expression requires before it.
func keywordsOf(r gitleaks.Rule) (words []string) {
	if r.ID != "azure-ad-client-secret" {
		return r.Keywords
	}
	for digit := range strings.SplitSeq(digits, "") {
		words = append(words, digit+"q~")
	}
	return words
}

// ownNames adds names, also in the form of JSON that escapes each character beyond ASCII.
func (s *scanner) ownNames(names []string, least int) {
	for _, name := range names {
		s.own(owner{ofName, least}, name, false)
		if escaped := inASCII(name); escaped != name {
			s.own(owner{ofName, least}, escaped, false)
		}
	}
}

func (s *scanner) own(o owner, text string, isExact bool) {
	s.words.Add(soughtWord{Text: text, Number: len(s.owners), IsExact: isExact})
	s.owners = append(s.owners, o)
}

func (s *scanner) ownEncoded(text string) {
	for _, form := range encoded.Forms(text) {
		s.own(owner{ofBase64, form.Phase}, form.Text, true)
	}
}

// isReplaced lists those of gitleaks' rules for which stead has better ones of its own, or whose words would cost more
// than all others, because they have two letters or occur in names of all kinds (test_).
var isReplaced = lazy.Names(
	"generic-api-key private-key curl-auth-user curl-auth-header jwt aws-access-token vault-service-token twilio-api-key "+
		"1password-secret-key lob-api-key lob-pub-api-key", " ")

// knows reports whether each of the rule's words begins with a token of stead's own table. The table requires no exact
// lengths, because vendors change them.
func (s *scanner) knows(r gitleaks.Rule) bool {
	isKnown := func(word string) bool {
		return slices.ContainsFunc(s.tokens, func(t tokenRule) bool {
			return strings.HasPrefix(word, strings.ToLower(t.prefix))
		})
	}
	return !r.IsPair && !slices.ContainsFunc(r.Keywords, func(word string) bool { return !isKnown(word) })
}

// inASCII returns a text in the form of JSON that escapes each character beyond ASCII.
func inASCII(text string) string {
	var b strings.Builder
	for _, c := range text {
		if c < utf8.RuneSelf {
			b.WriteRune(c)
		} else {
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	return b.String()
}
