package search

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"stead/catalog/piece"
	"stead/internal/adapt/caseless"
	"stead/internal/sys/dirs"
	"stead/timeline"
)

// Query is a parsed query. A piece of a session is a hit if it contains all of Terms and none of Without, and passes
// all filters.
type Query struct {
	Terms, Without []Term
	// Files are words of the path that a call names. All of them must occur in it.
	Files, WithoutFiles []Term
	// Tools are names of tools. The call must use one of them.
	Tools, WithoutTools []Term
	// Kinds are the kinds of pieces to search. Empty means all.
	Kinds []piece.Kind
	// CLIs are names of CLIs, and Projects are names of projects (see [dirs.OfProject]). The session must match one of
	// each.
	CLIs, WithoutCLIs         []string
	Projects, WithoutProjects []string
	// Since restricts the search to sessions that changed at that time or later. The zero value allows all.
	Since time.Time
}

// Term is a sequence of words that a text must contain, joined as in the term.
type Term struct {
	// Words are split as in package piece. A term without a word is searched for literally.
	Words []string
	// Prefix reports that the last word is only the beginning of a word.
	Prefix bool
	// Text is the term as the user typed it.
	Text string

	// plain is the longest word that can be found without splitting a text into words. Form finds it. There may be
	// none.
	plain string
	form  caseless.Text
}

// IsEmpty reports whether the query has no conditions.
func (q Query) IsEmpty() bool {
	return len(q.Terms)+len(q.Without)+len(q.Files)+len(q.WithoutFiles)+len(q.Tools)+len(q.WithoutTools)+len(q.Kinds)+
		len(q.CLIs)+len(q.WithoutCLIs)+len(q.Projects)+len(q.WithoutProjects) == 0 && q.Since.IsZero()
}

// needsText reports whether the query has a term without a word. No index contains such terms.
func (q Query) needsText() bool {
	return slices.ContainsFunc(slices.Concat(q.Terms, q.Without), func(t Term) bool { return len(t.Words) == 0 })
}

// matches reports whether a piece is a hit, judging by the piece alone.
func (q Query) matches(p piece.Piece) bool {
	if len(q.Kinds) > 0 && !slices.Contains(q.Kinds, p.Kind) {
		return false
	}
	return q.hasTool(p) && q.hasWords(p)
}

func (q Query) hasTool(p piece.Piece) bool {
	tools := strings.Fields(p.Tool)
	isOne := func(t Term) bool { return t.in(tools) }
	return (len(q.Tools) == 0 || slices.ContainsFunc(q.Tools, isOne)) && !slices.ContainsFunc(q.WithoutTools, isOne)
}

func (q Query) hasWords(p piece.Piece) bool {
	body, path := text{whole: p.Body}, text{whole: p.Path}
	for _, t := range q.Terms {
		if !body.has(t) && !path.has(t) {
			return false
		}
	}
	for _, t := range q.Files {
		if !path.has(t) {
			return false
		}
	}
	isIn := func(t Term) bool { return body.has(t) || path.has(t) }
	return !slices.ContainsFunc(q.Without, isIn) && !slices.ContainsFunc(q.WithoutFiles, path.has)
}

// text is a text whose words are split on demand.
type text struct {
	whole string
	words []string
	isCut bool
	// bytes are its bytes, once they have been needed.
	bytes []byte
}

func (x *text) has(t Term) bool {
	if len(t.Words) == 0 {
		return strings.Contains(x.whole, t.Text)
	}
	if t.plain != "" {
		if x.bytes == nil {
			x.bytes = []byte(x.whole)
		}
		found, isSure := x.hasPlain(t)
		if isSure && (!found || len(t.Words) == 1) {
			return found
		}
	}
	if !x.isCut {
		x.words, x.isCut = piece.Words(x.whole), true
	}
	return t.in(x.words)
}

// longestPlain returns the longest word that can be found without splitting the text into words.
func longestPlain(words []string) string {
	best := ""
	for _, word := range words {
		if len(word) > len(best) && len(word) < longestWhole && isPlain(word) && word[0] < utf8.RuneSelf {
			best = word
		}
	}
	return best
}

// hasPlain searches for the plain word of a term, or for words with that prefix. IsSure is false if a non-ASCII
// character is next to it.
func (x *text) hasPlain(t Term) (found, isSure bool) {
	isSure = true
	for at := 0; ; at++ {
		next := t.form.Index(x.bytes[at:])
		if next < 0 {
			return false, isSure
		}
		at += next
		end := at + len(t.plain)
		if !strings.EqualFold(x.whole[at:end], t.plain) {
			continue
		}
		before, after := at > 0 && isPart(x.whole[at-1]), end < len(x.whole) && isPart(x.whole[end])
		switch {
		case at > 0 && x.whole[at-1] >= utf8.RuneSelf, end < len(x.whole) && x.whole[end] >= utf8.RuneSelf, t.Prefix && after:
			isSure = false
		case !before && !after:
			return true, true
		}
	}
}

// isPart reports whether an ASCII character is part of words.
func isPart(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// in reports whether the term's words occur in sequence in words.
func (t Term) in(words []string) bool {
	for at := range words {
		if t.begins(words[at:]) {
			return true
		}
	}
	return false
}

// begins reports whether words begin with the term's words.
func (t Term) begins(words []string) bool {
	last := len(t.Words) - 1
	if len(words) <= last || !slices.Equal(words[:last], t.Words[:last]) {
		return false
	}
	if t.Prefix {
		return strings.HasPrefix(words[last], t.Words[last])
	}
	return words[last] == t.Words[last]
}

// keeps returns a filter for sessions that may have hits. The filter is safe for concurrent use.
func (q Query) keeps() func(timeline.Summary) bool {
	with, without := projects(q.Projects), projects(q.WithoutProjects)
	return func(s timeline.Summary) bool {
		isCLI := func(name string) bool { return strings.EqualFold(name, s.CLI) }
		has := func(has func(string) bool) bool { return has(s.Project) }
		return (len(q.CLIs) == 0 || slices.ContainsFunc(q.CLIs, isCLI)) && !slices.ContainsFunc(q.WithoutCLIs, isCLI) &&
			(len(with) == 0 || slices.ContainsFunc(with, has)) && !slices.ContainsFunc(without, has) &&
			!s.Updated.Before(q.Since)
	}
}

func projects(names []string) (has []func(folder string) bool) {
	for _, name := range names {
		has = append(has, dirs.OfProject(name))
	}
	return has
}

// keepsAll reports whether every session may have hits.
func (q Query) keepsAll() bool {
	return len(q.CLIs)+len(q.WithoutCLIs)+len(q.Projects)+len(q.WithoutProjects) == 0 && q.Since.IsZero()
}
