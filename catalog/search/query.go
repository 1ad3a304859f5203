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

// Query is what is searched for. A piece of a session is a hit when it has all of Terms and none of Without, and passes
// all filters.
type Query struct {
	Terms, Without []Term
	// Files are words of the path that a call names. Each of them must be there.
	Files, WithoutFiles []Term
	// Tools are tools' names; one of them must be the call's.
	Tools, WithoutTools []Term
	// Kinds are the kinds of pieces that count. Empty means all.
	Kinds []piece.Kind
	// CLIs are CLIs' names, Projects those of projects (see [dirs.Has]); one of each must be the session's.
	CLIs, WithoutCLIs         []string
	Projects, WithoutProjects []string
	// Since keeps only sessions that have changed since then. The zero value keeps all.
	Since time.Time
}

// Term is what must stand in a text: words one after the other, joined as they are in the term.
type Term struct {
	// Words are those of package piece. A term without a word is searched for as it stands.
	Words []string
	// Prefix says that the last word is only the beginning of one.
	Prefix bool
	// Text is the term as it was typed.
	Text string

	// plain is the longest of the words that can be found without cutting a text into words, and form what finds it. There
	// may be none.
	plain string
	form  caseless.Text
}

// IsEmpty reports whether the query asks for nothing.
func (q Query) IsEmpty() bool {
	return len(q.Terms)+len(q.Without)+len(q.Files)+len(q.WithoutFiles)+len(q.Tools)+len(q.WithoutTools)+len(q.Kinds)+
		len(q.CLIs)+len(q.WithoutCLIs)+len(q.Projects)+len(q.WithoutProjects) == 0 && q.Since.IsZero()
}

// needsText reports whether the query has a term without a word, which no index holds.
func (q Query) needsText() bool {
	return slices.ContainsFunc(slices.Concat(q.Terms, q.Without), func(t Term) bool { return len(t.Words) == 0 })
}

// matches reports whether a piece is a hit, as far as the piece alone tells.
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

// text is a text whose words are found when they are asked for.
type text struct {
	whole string
	words []string
	isCut bool
	// bytes are its bytes, when they were asked for.
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

// longestPlain returns the longest of the words whose places can be found without cutting the text into words.
func longestPlain(words []string) string {
	best := ""
	for _, word := range words {
		if len(word) > len(best) && len(word) < longestWhole && isPlain(word) && word[0] < utf8.RuneSelf {
			best = word
		}
	}
	return best
}

// hasPlain looks for the plain word of a term, or for what begins so. It is not sure where a character that is no ASCII
// stands next to it.
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

// isPart reports whether an ASCII character is a part of words.
func isPart(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// in reports whether the term's words stand among others one after the other.
func (t Term) in(words []string) bool {
	for at := range words {
		if t.begins(words[at:]) {
			return true
		}
	}
	return false
}

// begins reports whether words begin with the term's.
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

// keeps returns what tells whether a session may hold hits. It is safe for use by several goroutines.
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

// keepsAll reports whether every session may hold hits.
func (q Query) keepsAll() bool {
	return len(q.CLIs)+len(q.WithoutCLIs)+len(q.Projects)+len(q.WithoutProjects) == 0 && q.Since.IsZero()
}
