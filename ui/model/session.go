package model

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/orchestrator/delivery"
	"stead/timeline"
	"stead/ui/model/reading"
)

// Detail describes a session.
type Detail struct {
	Reference string         `json:"reference" doc:"its full reference"`
	CLI       string         `json:"cli"`
	ID        string         `json:"id"`
	Title     string         `json:"title"`
	Project   string         `json:"project"`
	Branch    string         `json:"branch,omitempty" doc:"the branch of git"`
	Model     string         `json:"model,omitempty"`
	Version   string         `json:"version,omitempty" doc:"the version of the CLI that wrote it last"`
	Created   time.Time      `json:"created,omitzero"`
	Updated   time.Time      `json:"updated"`
	Bytes     int64          `json:"bytes"`
	Revision  string         `json:"rev" doc:"tells two states of the session apart"`
	Total     int            `json:"total" doc:"how many entries it has"`
	Turns     int            `json:"turns"`
	Tokens    reading.Tokens `json:"tokens"`
	Fit       *delivery.Fit  `json:"fit,omitempty" doc:"how much of its own CLI's window it takes, as estimated; missing where stead knows no such CLI"`
	Lineage   *Lineage       `json:"lineage,omitempty"`
	Children  []Child        `json:"children,omitempty" doc:"the sessions of its sub-agents"`
}

// Lineage describes where a session comes from.
type Lineage struct {
	Parent string `json:"parent" doc:"the reference of the session that it was made of"`
	Kind   string `json:"kind" doc:"what it is to that"`
	At     string `json:"at,omitempty" doc:"the entry of the parent after which it goes its own way"`
}

// Child is the session of a sub-agent.
type Child struct {
	ID string `json:"id"`
	// At is the call that started it.
	At string `json:"at,omitempty" doc:"the entry of the call that started it"`
}

// Session describes a session. It reads the whole session. Errors: those of [catalog.Catalog.Resolve] and of
// [catalog.Source.Open], and errors that wrap ErrQuery.
func (rd Reader) Session(ctx context.Context, cli, id string) (Detail, error) {
	asked, err := rd.find(ctx, cli, id)
	if err != nil {
		return Detail{}, err
	}
	r, err := rd.readings.Of(ctx, asked)
	if err != nil {
		return Detail{}, err
	}
	d := detailOf(asked.Source, r)
	d.Fit = r.Fit.Of(func() (delivery.Fit, error) { return rd.options.Fit(ctx, d.Reference, d.CLI) })
	return d, ctx.Err()
}

func detailOf(source catalog.Source, r *reading.Reading) Detail {
	s := source.Summary
	d := Detail{
		Reference: source.Reference(), CLI: s.CLI, ID: s.ID, Title: cmp.Or(s.Title, r.Title), Project: s.Project,
		Branch: s.Branch, Model: s.Model, Version: s.Version,
		Created: s.Created, Updated: s.Updated, Bytes: s.Bytes, Revision: r.Revision, Total: r.Total(), Turns: r.Turns,
		Tokens: *reading.TokensOf(r.Usage),
	}
	if l := r.Header.Lineage; l != nil {
		d.Lineage = &Lineage{Parent: l.Parent, Kind: string(l.Kind), At: l.At}
	}
	for _, child := range r.Children {
		d.Children = append(d.Children, Child{ID: child.ID, At: startOf(child)})
	}
	return d
}

func startOf(child timeline.Header) string {
	if child.Lineage == nil {
		return ""
	}
	return child.Lineage.At
}

// Page is a part of a session.
type Page struct {
	Total    int             `json:"total" doc:"how many entries the session has"`
	Revision string          `json:"rev" doc:"tells two states of the session apart"`
	Items    []reading.Entry `json:"items"`
	Next     *int            `json:"next,omitempty" doc:"where the session goes on: give it as from"`
}

// mostPage is the maximum size of a page, in bytes of JSON, unless its first entry alone is longer.
const mostPage = 4 << 20

// Entries returns entries of a session, beginning with number from. It counts from 0, or from the end if it is
// negative. Errors are those of [Reader.Session].
func (rd Reader) Entries(ctx context.Context, cli, id string, from, limit int) (Page, error) {
	_, r, err := rd.reading(ctx, cli, id)
	if err != nil {
		return Page{}, err
	}
	if from < 0 {
		from += r.Total()
	}
	return pageOf(r, min(max(0, from), r.Total()), limit)
}

// EntriesAt returns entries of a session, beginning with the one that has an id. Errors are those of [Reader.Session],
// and errors that wrap adapter.ErrNotFound.
func (rd Reader) EntriesAt(ctx context.Context, cli, id, entry string, limit int) (Page, error) {
	asked, r, err := rd.reading(ctx, cli, id)
	if err != nil {
		return Page{}, err
	}
	from, ok, err := r.NumberOf(entry)
	if err == nil && !ok {
		err = fmt.Errorf("%w: %s has no entry %.100q", adapter.ErrNotFound, asked.Source.Reference(), entry)
	}
	if err != nil {
		return Page{}, err
	}
	return pageOf(r, from, limit)
}

// Entry returns the entry with a number, counted from 0, with texts of up to 8 MB each. Errors are those of
// [Reader.Session], and errors that wrap adapter.ErrNotFound.
func (rd Reader) Entry(ctx context.Context, cli, id string, number int) (reading.Entry, error) {
	asked, r, err := rd.reading(ctx, cli, id)
	if err != nil {
		return reading.Entry{}, err
	}
	stream, err := asked.Source.Open(ctx)
	if err != nil {
		return reading.Entry{}, err
	}
	whole, ok, err := r.Whole(ctx, stream, number)
	if err == nil && !ok {
		err = fmt.Errorf("%w: %s has no entry %d", adapter.ErrNotFound, asked.Source.Reference(), number)
	}
	return whole, err
}

// reading reads a session, if that has not been done since it changed.
func (rd Reader) reading(ctx context.Context, cli, id string) (asked reading.State, r *reading.Reading, err error) {
	if asked, err = rd.find(ctx, cli, id); err == nil {
		r, err = rd.readings.Of(ctx, asked)
	}
	return asked, r, err
}

func pageOf(r *reading.Reading, from, limit int) (Page, error) {
	items, err := r.Page(from, limit, mostPage)
	page := Page{Total: r.Total(), Revision: r.Revision, Items: items}
	if next := from + len(items); next < page.Total && len(items) > 0 {
		page.Next = &next
	}
	return page, err
}

// Shape holds the heights of a session's entries when they are shown.
type Shape struct {
	// Revision tells two states of the session apart.
	Revision string
	// Lines holds, for each entry, how many lines of at most [ShapeColumns] characters its texts take.
	Lines []uint16
}

// ShapeColumns is the maximum number of characters in a line of a [Shape].
const ShapeColumns = reading.Columns

// Shape returns the heights of a session's entries, so that a list of them can be drawn before they are read. Errors
// are those of [Reader.Session].
func (rd Reader) Shape(ctx context.Context, cli, id string) (Shape, error) {
	asked, err := rd.find(ctx, cli, id)
	if err != nil {
		return Shape{}, err
	}
	r, err := rd.readings.Of(ctx, asked)
	if err != nil {
		return Shape{}, err
	}
	return Shape{Revision: r.Revision, Lines: r.Lines}, nil
}
