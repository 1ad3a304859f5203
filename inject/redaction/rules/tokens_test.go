package rules

import (
	"strconv"
	"strings"
	"testing"
)

func TestEachLineOfTheTableIsARule(t *testing.T) {
	lines := 0
	for line := range strings.Lines(tokenTable) {
		if line[0] == '#' {
			continue
		}
		lines++
		part := strings.Fields(line)
		if len(part) != 4 {
			t.Fatalf("%q has %d parts", line, len(part))
		}
		if _, err := strconv.Atoi(part[2]); err != nil || !strings.Contains("ahubsd", part[3]) {
			t.Errorf("%q: %v", line, err)
		}
	}
	if rules := tokenRules(); len(rules) != lines || lines < 80 {
		t.Errorf("%d rules of %d lines", len(rules), lines)
	}
}

// A token counts from its least length on, where it begins a word, and when nobody has made it up from words.
func TestATokenIsToldByItsBeginning(t *testing.T) {
	rule := func(prefix string) *tokenRule {
		for i, r := range tokenRules() {
			if r.prefix == prefix {
				return &tokenRules()[i]
			}
		}
		t.Fatalf("there is no rule for %s", prefix)
		return nil
	}
	const value = "q7Rk2ZsX9vB4nM1cL8dW6tYfH3jGpA"
	for text, want := range map[string]bool{
		"ghp_" + value: true, "ghp_" + value[1:]: false, "x ghp_" + value + ".": true, "xghp_" + value: false,
		"ghp_" + strings.Repeat("word", 8): false, "ghp_" + strings.Repeat("a1", 16): false,
		"ghp_" + value[:15] + "\n" + value[15:]: true,
	} {
		at := strings.Index(text, "ghp_")
		if _, ok := rule("ghp_").find(text, at, at+4); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}
