package model

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"stead/catalog/search"
	"stead/ui/model/reading"
)

// Hit is a place in a session that matches a search.
type Hit struct {
	Reference string    `json:"reference" doc:"names the session: the shortest that names no other"`
	CLI       string    `json:"cli"`
	ID        string    `json:"id"`
	Title     string    `json:"title"`
	Project   string    `json:"project"`
	Turn      int       `json:"turn" doc:"how many requests of the user there were up to the hit"`
	Entry     string    `json:"entry,omitempty" doc:"the id of the entry that has the text"`
	Kind      string    `json:"kind" doc:"what was found: a prompt, an answer, a call, a result"`
	Time      time.Time `json:"time,omitzero"`
	Of        int       `json:"of" doc:"how many hits there are in its session"`
	Context   []Span    `json:"context" doc:"the text around the hit, in parts"`
}

// Span is a part of a text.
type Span struct {
	Text  string `json:"text"`
	Match bool   `json:"match,omitempty" doc:"it is what was searched for"`
}

// Hits is the result of a search.
type Hits struct {
	Items    []Hit `json:"items" doc:"the best hits"`
	Hits     int   `json:"hits" doc:"how many there are in all"`
	Sessions int   `json:"sessions" doc:"how many sessions have one"`
	// Incomplete is that of [search.Result].
	Incomplete bool     `json:"incomplete,omitempty" doc:"sessions that are new could not be read in time: the same search finds them later"`
	Warnings   []string `json:"warnings,omitempty" doc:"what could not be searched"`
}

// HitQuery describes a search.
type HitQuery struct {
	// Text is a query in the syntax of `stead search`.
	Text string
	// CLI keeps only the sessions of a CLI. Empty keeps all.
	CLI string
	// Limit is the maximum number of hits.
	Limit int
}

// Find searches all sessions and returns the best hits, at most asked.Limit of them. Errors: ErrQuery with a
// *search.QueryError, a catalog.UnknownCLIError, those of the index, and that of ctx.
func (m *Model) Find(ctx context.Context, asked HitQuery) (Hits, error) {
	q, err := search.Parse(asked.Text, m.Options.Now())
	if err != nil {
		return Hits{}, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	if asked.CLI != "" {
		reader, err := m.Options.Catalog.Reader(asked.CLI)
		if err != nil {
			return Hits{}, err
		}
		name := reader.Info().Name
		if len(q.CLIs) > 0 && !slices.ContainsFunc(q.CLIs, func(other string) bool {
			return strings.EqualFold(other, name)
		}) {
			return Hits{Items: []Hit{}}, nil // the query asks for other CLIs
		}
		q.CLIs = []string{name}
	}
	found, err := m.Options.Search(ctx, q, asked.Limit)
	if err != nil {
		return Hits{}, err
	}
	hits := Hits{Items: []Hit{}, Hits: found.Hits, Sessions: found.Sessions, Incomplete: found.Incomplete,
		Warnings: texts(found.Warnings)}
	for _, h := range found.Rows {
		hits.Items = append(hits.Items, asHit(h))
	}
	return hits, nil
}

func asHit(h search.Hit) Hit {
	shown := Hit{
		Reference: h.Reference, CLI: h.Session.CLI, ID: h.Session.ID, Title: h.Session.Title, Project: h.Session.Project,
		Turn: h.Turn, Entry: h.Entry, Of: h.Of, Kind: h.Kind.String(),
		Time: h.Time, Context: []Span{},
	}
	for _, span := range h.Context {
		shown.Context = append(shown.Context, Span{Text: strings.ToValidUTF8(span.Text, "\uFFFD"), Match: span.Match})
	}
	return shown
}

// Places are the places in a session where a text was found.
type Places = reading.Places

// PlaceQuery describes a search inside a session.
type PlaceQuery = reading.PlaceQuery

// FindIn finds a text in a session: see [reading.Find]. Errors: those of [Reader.Session], and errors that wrap
// ErrQuery for an empty text.
func (rd Reader) FindIn(ctx context.Context, cli, id string, q PlaceQuery) (Places, error) {
	if q.Text == "" || !utf8.ValidString(q.Text) {
		return Places{}, fmt.Errorf("%w: there is no text to find", ErrQuery)
	}
	asked, err := rd.find(ctx, cli, id)
	if err != nil {
		return Places{}, err
	}
	stream, err := asked.Source.Open(ctx)
	if err != nil {
		return Places{}, err
	}
	found, err := reading.Find(ctx, stream, q)
	if err != nil {
		return Places{}, fmt.Errorf("find in %s: %w", asked.Source.Reference(), err)
	}
	found.Revision = asked.Revision
	return found, nil
}
