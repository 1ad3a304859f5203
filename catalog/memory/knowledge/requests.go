package knowledge

import (
	"slices"
	"strings"
	"unicode"

	"stead/catalog/memory"
)

const (
	// shingle is how many words two prompts must share in a row, promptsFor how many prompts must.
	shingle    = 5
	promptsFor = 3
	// mostWords is how many words of a prompt are looked at, mostShingles how many of a session are kept.
	mostWords    = 200
	mostShingles = 50_000
)

// requests finds words that stand in several prompts.
type requests struct {
	places  map[string][]memory.Evidence
	order   []string
	prompts int
}

func newRequests() *requests { return &requests{places: map[string][]memory.Evidence{}} }

func (r *requests) look(s *step) {
	if s.Kind != memory.KindPrompt || len(r.places) > mostShingles {
		return
	}
	r.prompts++
	seen := map[string]bool{}
	words := wordsOf(strings.Join(sentences(s.Text), " "))
	words = words[:min(len(words), mostWords)]
	for i := 0; i+shingle <= len(words); i++ {
		text := strings.Join(words[i:i+shingle], " ")
		if seen[text] || !says(words[i:i+shingle]) {
			continue
		}
		seen[text] = true
		if len(r.places[text]) == 0 {
			r.order = append(r.order, text)
		}
		r.places[text] = append(r.places[text], s.evidence(memory.PartOccurrence))
	}
}

// found joins shingles that follow each other in the same prompts.
func (r *requests) found() []memory.Finding {
	var all []memory.Finding
	var run []string
	var places []memory.Evidence
	end := func() {
		if len(run) > 0 {
			f := finding(memory.PatternKind, ruleRequest, places...)
			f.Pattern = &memory.Pattern{Kind: "prompt", Steps: []string{strings.Join(run, " ")}}
			all = append(all, f)
		}
		run, places = nil, nil
	}
	for _, text := range r.order {
		at := r.places[text]
		if len(at) < promptsFor {
			continue
		}
		words := strings.Fields(text)
		if len(run) >= shingle && slices.Equal(run[len(run)-shingle+1:], words[:shingle-1]) {
			run = append(run, words[shingle-1])
			places = fewer(places, at)
			continue
		}
		end()
		run, places = words, at
	}
	end()
	return all
}

// fewer returns the places of the longer request: those of which there are fewer.
func fewer(a, b []memory.Evidence) []memory.Evidence {
	if len(b) < len(a) {
		return b
	}
	return a
}

// says reports whether some words are more than glue: two of them have four letters at least, or they are Chinese.
func says(words []string) bool {
	n := 0
	for _, w := range words {
		if len(w) >= 4 {
			n++
		}
	}
	return n >= 2
}

// wordsOf returns a text's words in small letters, numbers as #. A Chinese or Japanese character is a word.
func wordsOf(text string) []string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			b.WriteRune(' ')
			b.WriteRune(r)
			b.WriteRune(' ')
		case unicode.IsDigit(r):
			b.WriteByte('#')
		case unicode.IsLetter(r), r == '_', r == '-', r == '/', r == '.':
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		words[i] = strings.Trim(w, ".-/")
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}
