package search

import (
	"strconv"
	"strings"

	"stead/catalog/index"
)

// expression returns the query in the language of FTS5. With is empty if the query requires no text. Without then holds
// the text that hits must not contain.
func (q Query) expression() (with, without string) {
	var all, none []string
	for _, t := range q.Terms {
		all = append(all, t.phrase())
	}
	for _, t := range q.Files {
		all = append(all, "path : "+t.phrase())
	}
	if len(q.Tools) > 0 {
		all = append(all, anyOf(phrases(q.Tools, "tool : ")))
	}
	none = append(none, phrases(q.Without, "")...)
	none = append(none, phrases(q.WithoutFiles, "path : ")...)
	none = append(none, phrases(q.WithoutTools, "tool : ")...)
	switch {
	case len(none) == 0:
		return strings.Join(all, " AND "), ""
	case len(all) == 0:
		return "", anyOf(none)
	}
	return "(" + strings.Join(all, " AND ") + ") NOT " + anyOf(none), ""
}

func phrases(terms []Term, column string) []string {
	var found []string
	for _, t := range terms {
		found = append(found, column+t.phrase())
	}
	return found
}

func anyOf(parts []string) string { return "(" + strings.Join(parts, " OR ") + ")" }

// phrase returns the term as an FTS5 phrase. Words contain no quotes.
func (t Term) phrase() string {
	text := `"` + strings.Join(t.Words, " ") + `"`
	if t.Prefix {
		text += " *"
	}
	return text
}

// statement is a fragment of SQL with its arguments.
type statement struct {
	text string
	args []any
}

// from returns the FROM and WHERE clauses that select the hits in a range of sessions. Their row ids are f.rowid.
func (q Query) from(r numbers) statement {
	first, _ := index.Rows(r.first)
	_, last := index.Rows(r.last)
	s := q.matching()
	s.and("f.rowid BETWEEN ? AND ?", int64(first), int64(last))
	return s
}

// matching returns the FROM and WHERE clauses that select the hits in all sessions.
func (q Query) matching() statement {
	with, without := q.expression()
	s := statement{text: "FROM f WHERE f MATCH ?", args: []any{with}}
	if with == "" {
		s = statement{text: "FROM piece AS f WHERE true"}
		if without != "" {
			s.and("f.rowid NOT IN (SELECT rowid FROM f AS g WHERE g.f MATCH ?)", without)
		}
	}
	if len(q.Kinds) > 0 {
		s.and(q.kinds())
	}
	return s
}

// kinds returns the condition that selects the kinds.
func (q Query) kinds() string {
	var list []string
	for _, k := range q.Kinds {
		list = append(list, strconv.Itoa(int(k)))
	}
	return index.KindOf("f.rowid") + " IN (" + strings.Join(list, ",") + ")"
}

func (s *statement) and(condition string, args ...any) {
	s.text += " AND " + condition
	s.args = append(s.args, args...)
}
