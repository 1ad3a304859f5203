package search

import (
	"context"
	"slices"

	"stead/readers"
)

// everySession accepts all sessions of a place.
func everySession(string) bool { return true }

// sift returns a filter, by id, for the sessions of a place that may contain all words. Nil means that there are none.
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
		return everySession // the reader reports the error
	}
	return func(id string) bool { return len(lacking[id]) == 0 }
}

// holds reports whether JSON may contain all words.
func (s sieve) holds(data []byte) bool { return len(s.lacks(s.words, data)) == 0 }

// lacks returns the given words that this JSON does not contain.
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
