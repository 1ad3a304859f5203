package model

import (
	"context"
	"slices"
	"time"

	"stead/catalog/listing"
	"stead/forks/draft"
	"stead/ui/model/reading"
)

// Session is a session in a list.
type Session struct {
	Reference string        `json:"reference" doc:"the shortest that names the session and no other; desk/claude:7f3a91c0 is one of another machine"`
	Machine   string        `json:"machine,omitempty" doc:"the machine that has it, when that is another one"`
	CLI       string        `json:"cli"`
	ID        string        `json:"id"`
	Title     string        `json:"title" doc:"its name, or the beginning of its first prompt"`
	Project   string        `json:"project" doc:"the user's folder that it belongs to"`
	Branch    string        `json:"branch,omitempty" doc:"the branch of git"`
	Model     string        `json:"model,omitempty"`
	Created   time.Time     `json:"created,omitzero"`
	Updated   time.Time     `json:"updated"`
	State     listing.State `json:"state" enum:"working,waiting,idle"`
	Seen      time.Time     `json:"seen,omitzero" doc:"when its machine was last there, for one that is away: the session is as of then"`
	Turns     int           `json:"turns,omitempty" doc:"0 where nobody has counted them yet"`
	Bytes     int64         `json:"bytes" doc:"the size of its file"`
	// Kind is how the session relates to the one that it was made from: a lineage kind of the timeline.
	Kind      string `json:"kind,omitempty" doc:"what it is to the session that it was made of: continue, fork, merge, ab, mirror, ..."`
	From      string `json:"from,omitempty" doc:"the reference of the session that it was made of"`
	Run       string `json:"run,omitempty" doc:"the run that made it"`
	Copies    int    `json:"copies,omitempty" doc:"how many unused copies are folded under it"`
	Subagents int    `json:"subagents,omitempty" doc:"how many sub-agents' sessions are folded under it"`
}

// Sessions is a part of a list of sessions.
type Sessions struct {
	Items    []Session `json:"items"`
	Next     string    `json:"next,omitempty" doc:"where the list goes on: give it as after"`
	Total    int       `json:"total" doc:"how many sessions there are in all"`
	Shallow  bool      `json:"shallow,omitempty" doc:"words were looked for in titles, folders, branches and models alone: there is no index of the texts yet"`
	Warnings []string  `json:"warnings,omitempty" doc:"what could not be read"`
	// Machines are the user's other machines about which anything is known.
	Machines []Elsewhere `json:"machines,omitempty" doc:"the user's other machines, as far as anything is known of them"`
}

// SessionQuery says which part of the list of sessions is wanted.
type SessionQuery struct {
	Query listing.Query
	// State keeps only the sessions in this state. Empty keeps all.
	State listing.State
	// After is the place where an earlier list ended, as that list named it. Empty means the beginning.
	After string
}

// Sessions lists sessions, at most as many as the query's limit. Errors: a catalog.UnknownCLIError, those that wrap
// listing.ErrQuery or ErrQuery, and that of ctx.
func (m *Model) Sessions(ctx context.Context, asked SessionQuery) (Sessions, error) {
	q, after, limit := asked.Query, asked.After, asked.Query.Limit
	q.Limit = 0
	found, err := m.Options.List(ctx, q)
	if err != nil {
		return Sessions{}, err
	}
	if asked.State != "" {
		found.Rows = slices.DeleteFunc(found.Rows, func(r listing.Row) bool { return r.State != asked.State })
	}
	from, err := begin(found.Rows, after)
	if err != nil {
		return Sessions{}, err
	}
	to := min(len(found.Rows), from+limit)
	page := Sessions{Items: []Session{}, Total: len(found.Rows), Shallow: found.Shallow, Warnings: texts(found.Warnings)}
	for _, r := range found.Rows[from:to] {
		page.Items = append(page.Items, SessionOf(r))
	}
	if to < len(found.Rows) && to > from {
		page.Next = cursorAt(found.Rows, to).String()
	}
	return page, nil
}

// SessionOf converts a row of a list.
func SessionOf(r listing.Row) Session {
	return Session{
		Reference: r.Reference, CLI: r.CLI, ID: r.ID, Title: r.Title, Project: r.Folder(), Branch: r.Branch, Model: r.Model,
		Created: r.Created,
		Updated: r.Updated, State: r.State, Turns: r.Turns, Bytes: r.Bytes, Kind: r.Origin.Kind, From: r.From,
		Run: r.Origin.Run, Copies: r.Copies,
		Subagents: r.Subagents, Machine: r.Machine, Seen: r.Seen,
	}
}

// find returns a session of a CLI's store, a draft, or a run's journal. Id may be a prefix of its id.
func (rd Reader) find(ctx context.Context, cli, id string) (reading.State, error) {
	edited := ""
	if cli == draft.Prefix {
		// Read the revision before the copy: a draft that is edited in between is read once more, and never shown in its old
		// state.
		d, err := rd.options.Drafts.Folder.Find(id)
		if err != nil {
			return reading.State{}, err
		}
		id, edited = d.ID, d.Revision()
	}
	source, err := rd.options.Catalog.ResolveStored(ctx, cli+":"+id)
	return reading.State{Source: source, Revision: reading.Revision(source.Summary) + edited}, err
}
