package search

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"stead/catalog/listing"
	"stead/catalog/piece"
	"stead/internal/adapt/caseless"
)

const (
	// longestQuery is the maximum length of a query in bytes. MostTerms is its maximum number of terms.
	longestQuery = 10_000
	mostTerms    = 100
)

// QueryError says which part of a query is invalid.
type QueryError struct {
	// Part is the invalid part of the query.
	Part, Problem, Advice string
}

// Error says what is wrong.
func (e *QueryError) Error() string {
	return fmt.Sprintf("search for %s: %s", e.Part, e.Problem)
}

// Hint says what the user can do.
func (e *QueryError) Hint() string { return e.Advice }

// Parse parses a query. Spaces separate words. All of them must occur in one piece.
//
//	parser            a word: parsers is another one
//	"the next token"  words in this order, with nothing but blanks and signs between them
//	needle-path.go    words joined by exactly these characters (- . / : @)
//	pars*             words that begin so
//	-word             without; it goes with everything here
//	tool:bash         calls of a tool and their results
//	file:parser.go    calls that name this file
//	role:user         pieces of a kind: user, assistant, tool, prompt, answer, thinking, call, result, context
//	project:app       sessions of a folder, by its path or name
//	cli:codex         sessions of a CLI
//	since:2d          sessions that changed since: 2d, 12h, today, yesterday, 2026-11-01
//
// A text without a word, such as =>, is searched for literally. Every other text is a valid query, too. Errors are of
// type [QueryError].
func Parse(query string, now time.Time) (Query, error) {
	if len(query) > longestQuery {
		return Query{}, &QueryError{fmt.Sprintf("a text of %d bytes", len(query)), "it is too long",
			fmt.Sprintf("%d bytes are the most: search for some of its words", longestQuery)}
	}
	p := parser{rest: query, now: now}
	for count := 1; p.next(); count++ {
		if count > mostTerms {
			return Query{}, &QueryError{fmt.Sprintf("more than %d words", mostTerms), "that is too many",
				"put words that follow each other between quotes"}
		}
		if err := p.take(); err != nil {
			return Query{}, err
		}
	}
	p.query.Kinds = p.kindsLeft()
	return p.query, nil
}

// parser parses a query part by part.
type parser struct {
	rest  string
	now   time.Time
	query Query
	// without reports that the part is excluded. Key is the name of its filter. Value is the rest, without quotes.
	without, quoted bool
	key, value      string
	// kinds and withoutKinds are the kinds that the roles select and exclude.
	kinds, withoutKinds []piece.Kind
}

// next parses a part. It returns false at the end.
func (p *parser) next() bool {
	p.rest = strings.TrimLeftFunc(p.rest, isBlank)
	if p.rest == "" {
		return false
	}
	p.key, p.without, p.quoted = "", false, false
	if len(p.rest) > 1 && p.rest[0] == '-' && p.rest[1] != '-' && !isBlank(rune(p.rest[1])) { // --flag is a word
		p.without, p.rest = true, p.rest[1:]
	}
	for _, key := range keys {
		if value, ok := strings.CutPrefix(p.rest, key+":"); ok && value != "" && !isBlank(rune(value[0])) {
			p.key, p.rest = key, value
			break
		}
	}
	if p.rest[0] == '"' {
		value, rest, isClosed := strings.Cut(p.rest[1:], `"`)
		// otherwise the quotation mark is part of the searched text
		if p.quoted = isClosed || strings.TrimSpace(value) != ""; p.quoted {
			p.value, p.rest = value, rest
			return true
		}
	}
	end := strings.IndexFunc(p.rest, isBlank)
	if end < 0 {
		end = len(p.rest)
	}
	p.value, p.rest = p.rest[:end], p.rest[end:]
	return true
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || r == 0 }

// keys are the names of the filters.
var keys = []string{"tool", "file", "role", "project", "cli", "since"}

// take adds the part to the query.
func (p *parser) take() error {
	q := &p.query
	switch p.key {
	case "tool":
		add(p.without, p.tool(), &q.Tools, &q.WithoutTools)
	case "file":
		if t := p.term(); len(t.Words) > 0 {
			add(p.without, t, &q.Files, &q.WithoutFiles)
		}
	case "role":
		return p.role()
	case "project":
		add(p.without, p.value, &q.Projects, &q.WithoutProjects)
	case "cli":
		add(p.without, p.value, &q.CLIs, &q.WithoutCLIs)
	case "since":
		return p.since()
	default:
		if t := p.term(); t.Text != "" {
			add(p.without, t, &q.Terms, &q.Without)
		}
	}
	return nil
}

func add[T any](without bool, part T, with, excluded *[]T) {
	if without {
		with = excluded
	}
	*with = append(*with, part)
}

func (p *parser) term() Term {
	t := Term{Text: p.value}
	t.Words = piece.Words(p.value)
	if !p.quoted && len(t.Words) > 0 {
		t.Prefix = strings.HasSuffix(p.value, "*")
	}
	t.plain = longestPlain(t.Words)
	t.form = caseless.New(t.plain)
	return t
}

func (p *parser) tool() Term {
	name, isPrefix := strings.CutSuffix(p.value, "*")
	return Term{Words: []string{piece.ToolWord(name)}, Prefix: isPrefix && !p.quoted, Text: p.value}
}

// roles maps the names of roles to kinds of pieces.
var roles = map[string][]piece.Kind{
	"user": {piece.Prompt}, "assistant": {piece.Answer, piece.Thinking}, "tool": {piece.Call, piece.Result},
	"prompt": {piece.Prompt}, "answer": {piece.Answer}, "thinking": {piece.Thinking}, "call": {piece.Call},
	"result":  {piece.Result},
	"context": {piece.Context}, "system": {piece.Context},
}

// role adds kinds, or excludes them.
func (p *parser) role() error {
	kinds, ok := roles[strings.ToLower(p.value)]
	if !ok {
		return &QueryError{"role:" + p.value, "there is no such role",
			"the roles are user, assistant, tool, prompt, answer, thinking, call, result and context"}
	}
	for _, kind := range kinds {
		add(p.without, kind, &p.kinds, &p.withoutKinds)
	}
	return nil
}

// kindsLeft returns the kinds that remain after exclusion. If none remains, it returns a kind that does not exist.
// Empty means all.
func (p *parser) kindsLeft() []piece.Kind {
	if len(p.withoutKinds) == 0 {
		return p.kinds
	}
	left := p.kinds
	if len(left) == 0 {
		left = piece.Kinds()
	}
	left = slices.DeleteFunc(left, func(k piece.Kind) bool { return slices.Contains(p.withoutKinds, k) })
	if len(left) == 0 {
		return []piece.Kind{-1}
	}
	return left
}

func (p *parser) since() error {
	if p.without {
		return &QueryError{"-since:" + p.value, "a time cannot be excluded",
			"since:2d keeps the sessions of the last two days"}
	}
	since, err := listing.ParseSince(p.value, p.now)
	if err != nil {
		return &QueryError{"since:" + p.value, "that is not a time", "write 2d, 12h, 3w, today, yesterday or 2026-11-01"}
	}
	p.query.Since = since
	return nil
}
