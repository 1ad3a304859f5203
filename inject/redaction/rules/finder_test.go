package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// placesOf are where a finder finds its words in a Text: number@from-to.
func placesOf[T searched](f *wordFinder, text T) (all []string) {
	walkWords(f, text, func(number, from, to int) bool {
		all = append(all, fmt.Sprintf("%d@%d-%d", number, from, to))
		return true
	})
	slices.Sort(all)
	return slices.Compact(all)
}

// TestAWordIsFoundWhereverItStands puts words of all lengths at all places of texts of all lengths: a text is looked at
// in steps of eight bytes.
func TestAWordIsFoundWhereverItStands(t *testing.T) {
	words := []string{"qz", "ea", "qze", "eqz", "aaa", "akia", "token", "xoxb-", "-----begin"}
	f := newWordFinder()
	for i, w := range words {
		f.Add(soughtWord{Text: w, Number: i})
	}
	for i, w := range words {
		for before := range 20 {
			for after := range 20 {
				text := strings.Repeat(".", before) + strings.ToUpper(w) + strings.Repeat(".", after)
				want := fmt.Sprintf("%d@%d-%d", i, before, before+len(w))
				if got := placesOf(f, text); !slices.Contains(got, want) {
					t.Fatalf("%q: found %q, not %q", text, got, want)
				}
				if got := placesOf(f, []byte(text[:len(text)-after-1])); slices.Contains(got, want) {
					t.Fatalf("%q without its last letter is found", text)
				}
			}
		}
	}
}

func TestManyWordsInATextAreAllFound(t *testing.T) {
	f := newWordFinder()
	f.Add(soughtWord{Text: "token", Number: 1})
	f.Add(soughtWord{Text: "to", Number: 2})
	text := strings.Repeat("token", 500)
	if got := placesOf(f, text); len(got) != 1000 {
		t.Errorf("%d words are found", len(got))
	}
	count := 0
	walkWords(f, text, func(int, int, int) bool { count++; return count < 7 })
	if count != 7 {
		t.Errorf("it goes on until %d words are found", count)
	}
}

func TestAnExactWordHasItsOwnLetters(t *testing.T) {
	f := newWordFinder()
	f.Add(soughtWord{Text: "QUtJ", Number: 1, IsExact: true})
	f.Add(soughtWord{Text: "[az]", Number: 2})
	for text, want := range map[string]int{"xQUtJx": 1, "xqutjx": 0, "xQUTJx": 0, "[AZ]": 1, "{AZ}": 0, "[az]": 1,
		"[@Z]": 0} {
		if got := placesOf(f, text); len(got) != want {
			t.Errorf("%q: found %q", text, got)
		}
	}
}

// A word is known by its rarest letters: by common ones half of all places would have to be looked at closely.
func TestAWordIsKnownByItsRarestLetters(t *testing.T) {
	for part, want := range map[string]int{"e": 3, "d": 2, "q": 1, "-": 2, "eqd": 6, "": 0} {
		if got := commonness(part); got != want {
			t.Errorf("%q has %d, not %d", part, got, want)
		}
	}
	for text, want := range map[string]int{"etaqzxjw": 3, "qzxjweta": 0, "eqeeeqqeq": 4, "etaon": 0, "eeeeee": 0,
		"qzqjetaoqqz": 0} {
		if got := rarest(text); got != want {
			t.Errorf("%q is known by place %d, not %d", text, got, want)
		}
	}
	for text, want := range map[string][]int{"qze": {-1, 0}, "qz": {-1, 0}, "qzje": {-1, 0}, "eqzj": {0, 1},
		"etaqzxjw": {3, 4}} {
		f, ats := newWordFinder(), map[int]bool{}
		f.Add(soughtWord{Text: text})
		for _, n := range f.nodes[1:] {
			ats[int(n.at)] = true
		}
		if len(ats) != 2 || !ats[want[0]] || !ats[want[1]] {
			t.Errorf("%q is known by %v, not %v", text, ats, want)
		}
	}
}

// Words of which all have the same rarest letters are known by others: otherwise each of them would be looked at at
// each place with these.
func TestWordsThatBeginAlikeAreKnownByTheirOwnLetters(t *testing.T) {
	f := newWordFinder()
	for i := range 1000 {
		f.Add(soughtWord{Text: fmt.Sprintf("qzqz%04d", i), Number: i})
	}
	most := 0
	for _, e := range f.grams {
		count := 0
		for n := e.first; n != 0; n = f.nodes[n].next {
			count++
		}
		most = max(most, count)
	}
	if most > 250 {
		t.Errorf("%d of 1,000 words share a gram", most)
	}
	if got := placesOf(f, "is qzqz0815 it"); len(got) != 1 || got[0] != "815@3-11" {
		t.Errorf("found %q", got)
	}
}

// A thousand words must leave nearly all places of a text alone, which is all that makes the finder quick.
func TestFewPlacesAreLookedAtClosely(t *testing.T) {
	f := newWordFinder()
	letter := func(n int) string { return string(rune('a' + n%26)) }
	for i := range 1000 {
		f.Add(soughtWord{Text: letter(i) + letter(i/5) + letter(i/7) + "q" + letter(i/3) + letter(i/11), Number: i})
	}
	text := strings.Repeat(
		"The quick brown fox jumps over the lazy dog, and the context of a request is cancelled when its handler returns.\n", 100)
	near := 0
	for i := 0; i+gram <= len(text); i += 2 {
		near += holds(f.bits, hash(gramIn(text, i))>>f.shift)
	}
	if share := float64(near) / float64(len(text)/2); share > 0.06 {
		t.Errorf("%.0f %% of the places are looked at closely", 100*share)
	}
}
