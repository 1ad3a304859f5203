package search

import (
	"context"
	"slices"

	"stead/readers"
)

// everySession lets all sessions of a place pass.
func everySession(string) bool { return true }

// sift returns which sessions of a place may hold all words, by their ids. Nil is for none.
func (s sieve) sift(ctx context.Context, files *fileReader, p storedPlace) (mayHold func(id string) bool) {
	sifter, ok := p.reader.(readers.Sifter)
	switch {
	case len(s.words) == 0 || !ok && s.mayHold(ctx, files, p.Place):
		return everySession
	case !ok:
		return nil
	}
	lacking := map[string][]word{}
	err := sifter.Sift(ctx, p.Place, func(session string, data []byte) {
		lacks, isKnown := lacking[session]
		if !isKnown {
			lacks = s.words
		}
		if len(lacks) > 0 || !isKnown {
			lacking[session] = s.lacks(lacks, data)
		}
	})
	if err != nil {
		return everySession // its reader says what is wrong
	}
	return func(id string) bool { return len(lacking[id]) == 0 }
}

// holds reports whether JSON may hold all words.
func (s sieve) holds(data []byte) bool { return len(s.lacks(s.words, data)) == 0 }

// lacks returns those of the words that JSON has not, either.
func (s sieve) lacks(words []word, data []byte) []word {
	if holdsEscaped(data) {
		return nil
	}
	isHere := func(forms word) bool { return holdsAny(data, forms) }
	if !slices.ContainsFunc(words, isHere) {
		return words
	}
	return slices.DeleteFunc(slices.Clone(words), isHere)
}
