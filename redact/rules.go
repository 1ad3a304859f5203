package redact

import (
	"slices"
	"strings"

	"github.com/BobuSumisu/aho-corasick"
	"github.com/BurntSushi/toml"
	"github.com/zricethezav/gitleaks/v8/config"

	"stead/inject"
)

// ruleset holds all rules, and finds the words that belong to them in one pass over a text.
type ruleset struct {
	rules []rule
	// allowed says what is no secret whatever the rule.
	allowed []*config.Allowlist
	words   *ahocorasick.Trie
	// owners are the rules of each word, by its place in the trie.
	owners [][]int
}

// leastSpecific is the rule that takes anything behind a word such as "key" for a secret. It comes last, since the first to find a
// secret names it.
const leastSpecific = "generic-api-key"

// defaultRules compiles the rules that come with gitleaks.
func defaultRules() *ruleset {
	var file config.ViperConfig // the type's name: it is read with the TOML library that stead has anyway, not by viper's global state
	_, err := toml.Decode(config.DefaultConfig, &file)
	if err != nil {
		panic("redact: " + err.Error()) // it is a constant, which every test checks
	}
	read, err := file.Translate()
	if err != nil {
		panic("redact: " + err.Error())
	}
	s := &ruleset{allowed: read.Allowlists}
	order := slices.DeleteFunc(slices.Clone(read.OrderedRules), func(id string) bool { return id == leastSpecific })
	for _, id := range append(order, leastSpecific) {
		if r := read.Rules[id]; r.Regex != nil && r.Path == nil && len(r.Keywords) > 0 {
			s.rules = append(s.rules, newRule(r))
		}
	}
	s.indexWords()
	return s
}

func (s *ruleset) indexWords() {
	places := map[string]int{}
	var words []string
	for i, r := range s.rules {
		for _, word := range r.Keywords {
			word = strings.ToLower(word)
			at, ok := places[word]
			if !ok {
				at = len(words)
				places[word], words, s.owners = at, append(words, word), append(s.owners, nil)
			}
			s.owners[at] = append(s.owners[at], i)
		}
	}
	s.words = ahocorasick.NewTrieBuilder().AddStrings(words).Build()
}

// find returns the secrets in a text, in the order of the rules.
func (s *ruleset) find(text string) []inject.Secret {
	windows := make([][]window, len(s.rules))
	s.words.Walk(lower(text), func(last, length, word int64) bool {
		from, to := int(last-length)+1, int(last)+1
		for _, i := range s.owners[word] {
			if r := s.rules[i]; !r.isAssignment || assigns(text[to:]) {
				windows[i] = r.reach.add(windows[i], text, from, to)
			}
		}
		return true
	})
	var found []inject.Secret
	for i, r := range s.rules {
		for _, w := range windows[i] {
			found = r.find(found, text, w, s.allowed)
		}
	}
	return found
}

// lower makes the ASCII letters small. Others stay, so that every byte keeps its place.
func lower(text string) []byte {
	small := []byte(text)
	for i, c := range small {
		if c >= 'A' && c <= 'Z' {
			small[i] = c + 'a' - 'A'
		}
	}
	return small
}
