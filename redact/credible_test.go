package redact

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"stead/inject/redaction"
	"stead/internal/lazy"
	"stead/redact/gitleaks"
	"stead/timeline"
)

func TestAPasswordIsNoWord(t *testing.T) {
	for _, c := range []struct {
		secret, match string
		want          bool
	}{
		{"kB72x", "", true}, {"kB7x", "", false}, // five characters
		{"12_34=56+78", "A=12_34=56+78", false},
		// digits, and what stands in numbers
		{"1!2#3", "", false}, {"1!2#34", "", true}, {"ab!c#!", "", false}, {"ab!c#d", "", true}, {"ab!cd", "", false},
		// letters and digits are more than three
		{"!?!?!a!?", "", false},
		{"elephant", "DB_PASS=elephant", true}, {"giraffe", "DB_PASS=giraffe", false}, {"elephant", "say elephant", false},
		// a word in a file of settings
		{"a1=>b2", "", false}, {"-a1b2c3", "", false},
	} {
		if got := isPassword(c.secret, c.match); got != c.want {
			t.Errorf("%q in %q: %v", c.secret, c.match, got)
		}
	}
}

func TestAKeyIsMadeUpByNobody(t *testing.T) {
	for secret, want := range map[string]bool{
		"a1b2c3d4": true, "a1b2c3d": false, // eight characters
		"123456=789012": false, "abCD-efGHij": false, // letters and digits
		"aa1b2c3d": true, "aa1bb2c3": false, // of 2.75 bits and of 2.5
		"oauth2-proxy-v3": false, "Ym9iOmgxZGQzbi1wYXNz": true, "Ym9iOnBhc3N3b3Jk": false, // bob:h1dd3n-pass, bob:password
	} {
		if got := isKey(secret, ""); got != want {
			t.Errorf("%q: %v", secret, got)
		}
	}
	if got := entropy("aa1b2c3d"); got != leastEntropy {
		t.Errorf("its entropy is %v", got)
	}
	if got := entropy("aabb"); math.Abs(got-1) > 1e-9 {
		t.Errorf("that of two letters is %v", got)
	}
}

func TestKindsOfCharactersAreCounted(t *testing.T) {
	for text, want := range map[string][3]int{
		"aZ09": {2, 2, 0}, "À": {2, 0, 0}, `_-./\:,=+`: {0, 0, 0}, "!_#": {0, 0, 2}, "@[`{/": {0, 0, 4}, ":a0": {1, 1, 0},
	} {
		if l, d, others := kinds(text); [3]int{l, d, others} != want {
			t.Errorf("%q: %d letters, %d digits, %d others", text, l, d, others)
		}
	}
	for c := range byte(128) {
		if isLetter(c) != unicode.IsLetter(rune(c)) || isDigit(c) != unicode.IsDigit(rune(c)) {
			t.Errorf("%q: letter %v, digit %v", c, isLetter(c), isDigit(c))
		}
	}
}

func TestWhatIsDecodedMustBeText(t *testing.T) {
	for text, want := range map[string]bool{
		"a b~": true, "a\nb\r\tc": true, "a\x1fb": false, "a\x00": false, "a\x7f": false, "a\xff": false, "": true, "ü": true,
	} {
		if got := isPrintable([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A secret may stand at the very beginning or end of what is encoded.
func TestASecretAtTheEdgeOfBase64IsFound(t *testing.T) {
	s := defaultRules()
	const text = "QUtJQVFZTFBNTjVIRklRUjdYWUE" // an AWS key and nothing else
	var values []string
	for _, secret := range s.decoded("data: "+text+" end", len("data: "), 0) {
		values = append(values, secret.Value)
	}
	if !slices.Equal(values, []string{awsKey, text}) {
		t.Errorf("found %q", values)
	}
}

// Of the rules' words those that make up a half of a key, or less, are looked for in base64.
func TestWordsThatStandInKeysAreLookedForInBase64(t *testing.T) {
	s := &ruleset{rules: []rule{
		{expression: "AbcD[0-9]{4}", keywords: []string{"abcd"}, run: 8}, {expression: "EfgH[0-9]{3}", keywords: []string{"efgh"}, run: 7},
		{expression: "ijk[0-9]{9}", keywords: []string{"ijk"}, run: 12}, {expression: "[0-9]{20}", keywords: []string{"elsewhere"}, run: 20},
		{expression: "lmno[0-9]{9}", keywords: []string{"lmno"}, run: 13, isCredible: isKey},
	}}
	if got := s.encodedWords()[len(tellingInBase64):]; !slices.Equal(got, []string{"AbcD"}) {
		t.Errorf("they are %q", got)
	}
}

func TestAnAllowlistMayWantAllOfItsConditions(t *testing.T) {
	for _, c := range []struct {
		name                string
		list                gitleaks.Allowlist
		secret, match, line string
		want                bool
	}{
		{"one of two", gitleaks.Allowlist{Expression: "^a", StopWords: []string{"b"}}, "a", "", "", true},
		{"the other of two", gitleaks.Allowlist{Expression: "^a", StopWords: []string{"b"}}, "xB", "", "", true},
		{"none of two", gitleaks.Allowlist{Expression: "^a", StopWords: []string{"b"}}, "x", "", "", false},
		{"all of two", gitleaks.Allowlist{All: true, Expression: "^a", StopWords: []string{"b"}}, "ab", "", "", true},
		{"all, but one is met", gitleaks.Allowlist{All: true, Expression: "^a", StopWords: []string{"b"}}, "a", "", "", false},
		{"all, but the other is met", gitleaks.Allowlist{All: true, Expression: "^a", StopWords: []string{"b"}}, "b", "", "", false},
		{"all, and there are no words", gitleaks.Allowlist{All: true, Expression: "^a"}, "a", "", "", true},
		{"all, and there is no expression", gitleaks.Allowlist{All: true, StopWords: []string{"b"}}, "b", "", "", true},
		{"all, and places are among them", gitleaks.Allowlist{All: true, Expression: "^a", NamesPlaces: true}, "a", "", "", false},
		{"no expression", gitleaks.Allowlist{StopWords: []string{"b"}}, "x", "", "", false},
		{"the match", gitleaks.Allowlist{Target: "match", Expression: "^m"}, "a", "m", "l", true},
		{"the line", gitleaks.Allowlist{Target: "line", Expression: "^l"}, "a", "m", "l", true},
		{"nothing to look at", gitleaks.Allowlist{Target: "line", Expression: "^"}, "a", "m", "", false},
	} {
		if got := isAllowed(allowlists([]gitleaks.Allowlist{c.list}), c.secret, c.match, c.line); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestValuesOfTheEnvironmentHaveEightCharacters(t *testing.T) {
	for value, want := range map[string]bool{"12345678": true, "1234567": false} {
		d := New([]string{"MY_TOKEN=" + value})
		raw := timeline.NewText("it is " + value + `, "quoted"`)
		if isFound := len(d.Find("it is "+value)) > 0; isFound != want || d.MayHold(raw.Inner()) != want {
			t.Errorf("%s: found %v, may be held %v", value, isFound, d.MayHold(raw.Inner()))
		}
		nothing := timeline.NewText("it is nothing")
		if d.MayHold(nothing.Inner()) {
			t.Error("a text without it is said to hold it")
		}
	}
}

// A rule names the group that is the secret, or it is the first one that is not empty, or all.
func TestTheSecretOfAMatchIsAGroup(t *testing.T) {
	for _, c := range []struct {
		expression string
		group      int
		text, want string
	}{
		{"a=(x)?(y)?", 0, "a=y", "y"}, {"a=(x)?(y)?", 0, "a=xy", "x"}, {"a=(x)?(y)?", 0, "a=", "a="}, {"a=(x)?(y)?", 2, "a=xy", "y"},
		{"a=(x)?(y)?", 1, "a=xy", "x"}, {"a=(x)?(y)?", 3, "a=xy", "x"}, {"a=x", 0, "a=x", "a=x"}, {"a=x", 1, "a=x", "a=x"},
	} {
		r := rule{regexp: lazy.Regexp(c.expression), group: c.group}
		if got := r.secret(c.text); got != c.want {
			t.Errorf("%s, group %d: of %q it is %q", c.expression, c.group, c.text, got)
		}
	}
}

// Gitleaks' rules for pairs are told by their pattern. One whose words stand in the value is no such rule.
func TestARuleForPairsHasItsWordsInTheName(t *testing.T) {
	for _, c := range []struct {
		rule gitleaks.Rule
		want bool
	}{
		{gitleaks.Rule{Expression: "(?:Acme)" + nameEnd + operator + "x", Keywords: []string{"acme"}}, true},
		{gitleaks.Rule{Expression: "(?:acme)" + nameEnd + operator + "tfp_", Keywords: []string{"acme", "tfp_"}}, false},
		{gitleaks.Rule{Expression: "(?:acme,|b)" + nameEnd + operator + "x", Keywords: []string{"acme"}}, false},
		{gitleaks.Rule{Expression: "(?:acme)" + nameEnd + "x", Keywords: []string{"acme"}}, false},
		{gitleaks.Rule{Expression: "(?:acme)" + operator + "x", Keywords: []string{"acme"}}, false},
		{gitleaks.Rule{ID: leastSpecific, Expression: "(?:acme)" + nameEnd + operator + "x", Keywords: []string{"other"}}, true},
	} {
		if got := isAssignment(c.rule); got != c.want {
			t.Errorf("%s: %v", c.rule.Expression, got)
		}
	}
}

func TestARuleMayWantMoreEntropy(t *testing.T) {
	for least, want := range map[float64]int{0: 2, 1: 1, 1.5: 1, 2: 0} {
		r := rule{regexp: lazy.Regexp(`\bk[a-z]{3}\b`), entropy: least}
		text := "kkqq and kabc"
		if got := r.find(nil, text, window{0, len(text)}, nil); len(got) != want {
			t.Errorf("more than %v bits have %v", least, got)
		}
	}
}

// What a rule of stead's own takes ends before the end of a sentence.
func TestASentenceEndsBehindASecret(t *testing.T) {
	text := "it is k1.:? and"
	for isOwn, want := range map[bool]string{true: "k1", false: "k1.:?"} {
		r := rule{id: "a", regexp: lazy.Regexp(`k1\S*`)}
		if isOwn {
			r.isCredible = func(secret, match string) bool { return match == "k1.:?" }
		}
		if got := r.find(nil, text, window{3, len(text)}, nil); !slices.Equal(got, []redaction.Secret{{Rule: "a", Value: want}}) {
			t.Errorf("own %v: found %v", isOwn, got)
		}
	}
}

// A find is held against the whole line in which it stands, wherever the window begins in which it was looked for.
func TestALineMayAllowWhatStandsInIt(t *testing.T) {
	const text = "one k1 two\nan example: k2\nk3"
	r := rule{id: "a", regexp: lazy.Regexp(`k\d|\.+`), allowed: allowlists([]gitleaks.Allowlist{{Target: "line", Expression: "^an example"}})}
	for _, from := range []int{0, 4, 12, 20} {
		var want []redaction.Secret
		for _, value := range []string{"k1", "k3"} {
			if strings.Index(text, value) >= from {
				want = append(want, redaction.Secret{Rule: "a", Value: value})
			}
		}
		if got := r.find(nil, text, window{from, len(text)}, nil); !slices.Equal(got, want) {
			t.Errorf("from %d: found %v", from, got)
		}
	}
	if got := r.find(nil, text, window{0, len(text)}, r.allowed); len(got) != 2 {
		t.Errorf("with a list for all rules: found %v", got)
	}
	r.isCredible = func(string, string) bool { return true }
	if got := r.find(nil, "and so on ...", window{0, 13}, nil); len(got) > 0 {
		t.Errorf("the end of a sentence is a secret: %v", got)
	}
}

func TestTheLineOfAMatchIsAllOfItsLines(t *testing.T) {
	const text = "one\ntwo three\nfour five\nsix"
	for match, want := range map[string]string{
		"one": "one", "two": "two three", "three": "two three", "three\nfour": "two three\nfour five", "six": "six", "s": "six",
	} {
		at := strings.LastIndex(text, match)
		if got := lineAround(text, at, at+len(match)); got != want {
			t.Errorf("%q stands in %q, not %q", match, got, want)
		}
	}
	if got := lineAround("\na\n\nb", 1, 2); got != "a" {
		t.Errorf("a stands in %q", got)
	}
}
