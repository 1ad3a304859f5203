package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/catalog/index"
	"stead/readers"
	"stead/timeline"
)

// Searcher searches all sessions of a machine.
type Searcher struct {
	Readers []readers.Reader
	Host    adapter.Host
	// Index is asked. Nil has the sessions' files searched instead.
	Index *index.Index
	// Order is that of the hits: ByRank when it is empty.
	Order Order
	// Semantic adds what has a similar meaning, where there is such a thing.
	Semantic Semantic
}

// Search returns what a query finds: all of it is counted, and as many hits as limit says are shown. The index is not brought up to date: whoever calls
// does so, or accepts what it knows. A query that the index cannot answer is answered by the sessions' files. What cannot be read is a warning.
func (s *Searcher) Search(ctx context.Context, q Query, limit int) (Result, error) {
	var result Result
	var err error
	switch {
	case q.IsEmpty():
		return result, nil
	case s.Index == nil || q.needsText():
		result, err = s.scan(ctx, q, limit)
	default:
		result, err = s.ask(ctx, q, limit)
	}
	if err != nil {
		return result, fmt.Errorf("search: %w", err)
	}
	return result, s.addSimilar(ctx, q, limit, &result)
}

// Fresh brings the index up to date and searches. Both begin at the same time: where nothing has changed, which is nearly always, the answer of the
// index as it was is the answer. Progress is told of what is read into the index.
func (s *Searcher) Fresh(ctx context.Context, q Query, limit int, progress func(done, total int64)) (Result, error) {
	early, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		result Result
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		r, err := s.Search(early, q, limit)
		answers <- answer{r, err}
	}()
	report, err := s.Index.Refresh(ctx, progress)
	if err != nil || report.Looked > 0 || report.Read > 0 || report.Gone > 0 {
		cancel()
	}
	found := <-answers
	if err == nil && (early.Err() != nil || found.err != nil) {
		found.result, found.err = s.Search(ctx, q, limit)
	}
	found.result.Warnings = append(report.Warnings, found.result.Warnings...)
	return found.result, errors.Join(err, found.err)
}

func (s *Searcher) reader(cli string) (readers.Reader, bool) {
	for _, r := range s.Readers {
		if r.Info().Name == cli {
			return r, true
		}
	}
	return nil, false
}

// ask answers by the index.
func (s *Searcher) ask(ctx context.Context, q Query, limit int) (Result, error) {
	x := &indexed{ctx: ctx, db: s.Index.DB(), q: q}
	var result Result
	err := x.begin()
	if err == nil {
		result.Sessions, result.Hits, err = x.count()
	}
	if err != nil || limit == 0 || result.Hits == 0 {
		return result, err
	}
	best, err := x.best(result.Hits, s.Order)
	if err != nil {
		return result, err
	}
	result.Rows, err = s.show(ctx, x, best[:min(limit, len(best))])
	return result, err
}

// show reads what is shown of hits.
func (s *Searcher) show(ctx context.Context, x *indexed, best []found) ([]Hit, error) {
	rows := make([]Hit, len(best))
	texts := make([]wanted, len(best))
	names := namer{ctx: ctx, db: x.db}
	for i, f := range best {
		w, err := x.where(f.row)
		if err != nil {
			return nil, err
		}
		if rows[i], err = names.hit(f.row.Session()); err != nil {
			return nil, err
		}
		rows[i].Kind, rows[i].Turn = w.kind, w.turn
		texts[i] = wanted{w.place, &rows[i]}
	}
	return rows, s.readTexts(ctx, x.q, texts)
}

// located is a place with the turn it is in.
type located struct {
	place
	turn int
}

// where returns where a hit stands.
func (x *indexed) where(row index.Row) (located, error) {
	w := located{place: place{kind: row.Kind()}}
	err := x.db.QueryRowContext(x.ctx, "SELECT line, offset, turn, child FROM piece WHERE rowid = ?", int64(row)).Scan(&w.Line, &w.Offset, &w.turn, &w.child)
	return w, err
}

// namer finds sessions and their references.
type namer struct {
	ctx context.Context
	db  *sql.DB
}

// hit returns a hit with its session, and how that is named.
func (n namer) hit(number int64) (Hit, error) {
	var h Hit
	var created, updated int64
	s := &h.Session
	err := n.db.QueryRowContext(n.ctx, `SELECT cli, id, path, parent, title, project, branch, model, version, created, updated, bytes FROM session
		WHERE n = ?`, number).Scan(&s.CLI, &s.ID, &s.Path, &s.Parent, &s.Title, &s.Project, &s.Branch, &s.Model, &s.Version, &created, &updated, &s.Bytes)
	if err != nil {
		return h, err
	}
	s.Created, s.Updated = moment(created), moment(updated)
	h.Reference, err = n.reference(*s)
	return h, err
}

// reference returns the shortest reference that names a session and no other. That of a sub-agent's session is the one of the session that started it.
func (n namer) reference(s timeline.Summary) (string, error) {
	if s.Parent != "" {
		s.ID = s.Parent
	}
	sessions := []timeline.Summary{s}
	for _, query := range []string{
		"SELECT id FROM session WHERE cli = ? AND id < ? ORDER BY id DESC LIMIT 1", "SELECT id FROM session WHERE cli = ? AND id > ? ORDER BY id LIMIT 1",
	} {
		other := timeline.Summary{CLI: s.CLI}
		err := n.db.QueryRowContext(n.ctx, query, s.CLI, s.ID).Scan(&other.ID)
		if err == nil {
			sessions = append(sessions, other)
		} else if !errors.Is(err, sql.ErrNoRows) {
			return "", err
		}
	}
	return catalog.Shorten(sessions)[s.CLI+":"+s.ID], nil
}

func moment(nanoseconds int64) time.Time {
	if nanoseconds == 0 {
		return time.Time{}
	}
	return time.Unix(0, nanoseconds)
}
