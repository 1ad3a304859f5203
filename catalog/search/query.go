package search

import (
	"bytes"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"stead/catalog/piece"
	"stead/timeline"
)

// Query is what is searched for. A piece of a session is a hit when it has all of Terms and none of Without, and passes all filters.
type Query struct {
	Terms, Without []Term
	// Files are words of the path that a call names. Each of them must be there.
	Files, WithoutFiles []Term
	// Tools are tools' names; one of them must be the call's.
	Tools, WithoutTools []Term
	// Kinds are the kinds of pieces that count. Empty means all.
	Kinds []piece.Kind
	// CLIs are CLIs' names, Projects folders or names of folders; one of each must be the session's.
	CLIs, WithoutCLIs         []string
	Projects, WithoutProjects []string
	// Since keeps only sessions that have changed since then. The zero value keeps all.
	Since time.Time
}

// Term is what must stand in a text: words one after the other, joined as they are in the term.
type Term struct {
	// Words are those of package piece. A term without a word is looked for as it stands.
	Words []string
	// Prefix says that the last word is only the beginning of one.
	Prefix bool
	// Text is the term as it was typed.
	Text string
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
	// loose are its bytes as [loose] makes them, when they were asked for.
	loose []byte
}

func (x *text) has(t Term) bool {
	if len(t.Words) == 0 {
		return strings.Contains(x.whole, t.Text)
	}
	if word := longestPlain(t.Words); word != "" {
		if x.loose == nil {
			x.loose = loose([]byte(x.whole))
		}
		found, isSure := x.hasWord(word, t.Prefix)
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
		if len(word) > len(best) && len(word) < 100 && isPlain(word) && word[0] < utf8.RuneSelf {
			best = word
		}
	}
	return best
}

// hasWord looks for a word of ASCII, or for what begins so. It is not sure where a character that is no ASCII stands next to it.
func (x *text) hasWord(word string, isPrefix bool) (found, isSure bool) {
	form := loose([]byte(word))
	isSure = true
	for at := 0; ; at++ {
		next := bytes.Index(x.loose[at:], form)
		if next < 0 {
			return false, isSure
		}
		at += next
		end := at + len(word)
		if !strings.EqualFold(x.whole[at:end], word) {
			continue
		}
		before, after := at > 0 && isPart(x.whole[at-1]), end < len(x.whole) && isPart(x.whole[end])
		switch {
		case at > 0 && x.whole[at-1] >= utf8.RuneSelf, end < len(x.whole) && x.whole[end] >= utf8.RuneSelf, isPrefix && after:
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

// keeps reports whether a session may hold hits.
func (q Query) keeps(s timeline.Summary) bool {
	isCLI := func(name string) bool { return strings.EqualFold(name, s.CLI) }
	isProject := func(name string) bool { return inProject(s.Project, name) }
	return (len(q.CLIs) == 0 || slices.ContainsFunc(q.CLIs, isCLI)) && !slices.ContainsFunc(q.WithoutCLIs, isCLI) &&
		(len(q.Projects) == 0 || slices.ContainsFunc(q.Projects, isProject)) && !slices.ContainsFunc(q.WithoutProjects, isProject) &&
		!s.Updated.Before(q.Since)
}

// keepsAll reports whether every session may hold hits.
func (q Query) keepsAll() bool {
	return len(q.CLIs)+len(q.WithoutCLIs)+len(q.Projects)+len(q.WithoutProjects) == 0 && q.Since.IsZero()
}

// inProject reports whether a session's folder is that of a path or lies below it, or has the name.
func inProject(folder, name string) bool {
	if strings.HasPrefix(name, "/") {
		name = strings.TrimRight(name, "/")
		return folder == name || strings.HasPrefix(folder, name+"/")
	}
	return folder != "" && strings.EqualFold(folder[strings.LastIndexByte(folder, '/')+1:], name)
}
