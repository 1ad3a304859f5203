package stats

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"stead/timeline"
)

// Figures are sums. Costs are in US dollars.
type Figures struct {
	Sessions int64 `json:"sessions"`
	// Turns, Calls and Failures are nil where they belong to no row: a turn and its calls to no model, a turn to no tool.
	Turns    *int64 `json:"turns,omitempty"`
	Calls    *int64 `json:"calls,omitempty"`
	Failures *int64 `json:"failures,omitempty"`
	// Tokens are nil by tool: what was said belongs to none.
	*Tokens
}

// Tokens are what models were given and gave, and what that cost.
type Tokens struct {
	Responses int64 `json:"responses"`
	// Input is without what the cache had or took; Reasoning is a part of Output.
	Input      int64 `json:"input"`
	Output     int64 `json:"output"`
	CacheRead  int64 `json:"cache_read"`
	CacheWrite int64 `json:"cache_write"`
	Reasoning  int64 `json:"reasoning"`
	// Cost is that of the responses whose cost is known; nil when that is none of them. Unpriced counts the others.
	Cost     *float64 `json:"cost"`
	Unpriced int64    `json:"unpriced"`
}

// All returns how many tokens there are.
func (t *Tokens) All() int64 {
	if t == nil {
		return 0
	}
	return t.Input + t.Output + t.CacheRead + t.CacheWrite
}

// Row are the figures of what has these values of the query's dimensions.
type Row struct {
	Keys []string `json:"keys"`
	Figures
}

// Result is what a query found.
type Result struct {
	By []Dimension `json:"by"`
	// Rows are the days in their order, else the most expensive, the largest and the most used first.
	Rows  []Row   `json:"rows"`
	Total Figures `json:"total"`
	// Unpriced names the models without a price.
	Unpriced []string `json:"unpriced_models"`
}

// Compute sums up what the index has counted. Errors: that of [Query.Check], those of the database.
func Compute(ctx context.Context, db *sql.DB, q Query) (Result, error) {
	if err := q.Check(); err != nil {
		return Result{}, err
	}
	s := &summing{Query: q, ctx: ctx, db: db, rows: map[string]*sum{}, unpriced: map[string]bool{}}
	s.total = s.newSum(nil)
	for _, read := range []func() error{s.readSessions, s.readTokens, s.readCalls, s.readTurns} {
		if err := read(); err != nil {
			return Result{}, err
		}
	}
	return s.result(), nil
}

// sum are the figures of a row, with the sessions that are in it.
type sum struct {
	Row
	sessions map[int64]bool
}

// session is what is known of one.
type session struct {
	cli, folder string
	isPart      bool  // of another: a sub-agent's
	within      int64 // another one that has all of it, and counts for both; 0 for none
	hasModel    bool
}

type summing struct {
	Query
	ctx      context.Context
	db       *sql.DB
	sessions map[int64]session
	rows     map[string]*sum
	total    *sum
	unpriced map[string]bool
}

// newSum returns a row that has the figures that belong to it.
func (s *summing) newSum(keys []string) *sum {
	r := &sum{Row: Row{Keys: keys}, sessions: map[int64]bool{}}
	isTotal := keys == nil
	if isTotal || !s.has(ByTool) {
		r.Tokens = &Tokens{}
	}
	if isTotal || !s.has(ByModel) {
		r.Calls, r.Failures = new(int64), new(int64)
		if isTotal || !s.has(ByTool) {
			r.Turns = new(int64)
		}
	}
	return r
}

// at returns the row of what happened, and the total.
func (s *summing) at(n int64, day, model, tool string) []*sum {
	of := s.sessions[n]
	keys := make([]string, 0, len(s.By))
	for _, d := range s.By {
		keys = append(keys, map[Dimension]string{ByCLI: of.cli, ByProject: of.folder, ByDay: day, ByModel: model,
			ByTool: tool}[d])
	}
	key := strings.Join(keys, "\x00")
	row := s.rows[key]
	if row == nil {
		row = s.newSum(keys)
		s.rows[key] = row
	}
	return s.sessionIn(n, row, s.total)
}

// sessionIn notes that a session is in rows. A part of another one is none.
func (s *summing) sessionIn(n int64, rows ...*sum) []*sum {
	for _, r := range rows {
		if !s.sessions[n].isPart {
			r.sessions[s.whole(n)] = true
		}
	}
	return rows
}

// whole returns the session that stands for one in the count: the one that has all of it, if that is wanted.
func (s *summing) whole(n int64) int64 {
	for range s.sessions { // in a damaged index they may lead in a circle
		of, isWanted := s.sessions[s.sessions[n].within]
		if !isWanted || of.isPart {
			break
		}
		n = s.sessions[n].within
	}
	return n
}

// each calls do for each row that a query returns and that is wanted: of a wanted session and a wanted day.
func (s *summing) each(query string, day *string, n *int64, values []any, do func()) error {
	rows, err := s.db.QueryContext(s.ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // its error is that of rows.Err
	since := ""
	if !s.Since.IsZero() {
		since = s.Since.UTC().Format(time.DateOnly)
	}
	for rows.Next() {
		if err := rows.Scan(append([]any{n, day}, values...)...); err != nil {
			return err
		}
		if _, isWanted := s.sessions[*n]; isWanted && *day >= since {
			do()
		}
	}
	return rows.Err()
}

func (s *summing) readTokens() error {
	var n, responses, unpriced int64
	var day, model string
	var u timeline.Usage
	return s.each(
		`SELECT n, day, model, responses, input, output, cache_read, cache_write, reasoning, cost, unpriced FROM usage`,
		&day, &n,
		[]any{&model, &responses, &u.Input, &u.Output, &u.CacheRead, &u.CacheWrite, &u.Reasoning, &u.Cost,
			&unpriced}, func() {
			if !s.wantsModel(model) {
				return
			}
			if unpriced > 0 {
				s.unpriced[model] = true
			}
			rows := s.sessionIn(n, s.total)
			if !s.has(ByTool) {
				rows = s.at(n, day, model, "")
			}
			for _, r := range rows {
				r.add(responses, unpriced, u)
			}
		})
}

// add adds responses.
func (t *Tokens) add(responses, unpriced int64, u timeline.Usage) {
	t.Responses, t.Unpriced = t.Responses+responses, t.Unpriced+unpriced
	t.Input, t.Output, t.Reasoning = t.Input+u.Input, t.Output+u.Output, t.Reasoning+u.Reasoning
	t.CacheRead, t.CacheWrite = t.CacheRead+u.CacheRead, t.CacheWrite+u.CacheWrite
	if unpriced < responses {
		sum := u.Cost
		if t.Cost != nil {
			sum += *t.Cost
		}
		t.Cost = &sum
	}
}

func (s *summing) readCalls() error {
	var n, calls, failures int64
	var day, tool string
	return s.each(`SELECT n, day, tool, calls, failures FROM tooluse`, &day, &n, []any{&tool, &calls, &failures}, func() {
		if !s.sessions[n].hasModel {
			return
		}
		for _, r := range s.withoutModel(n, day, tool) {
			*r.Calls, *r.Failures = *r.Calls+calls, *r.Failures+failures
		}
	})
}

func (s *summing) readTurns() error {
	var n, turns int64
	var day string
	return s.each(`SELECT n, day, turns FROM turnuse`, &day, &n, []any{&turns}, func() {
		if of := s.sessions[n]; of.isPart || !of.hasModel {
			return
		}
		rows := s.sessionIn(n, s.total)
		if !s.has(ByTool) {
			rows = s.withoutModel(n, day, "")
		}
		for _, r := range rows {
			*r.Turns += turns
		}
	})
}

// withoutModel is at for what belongs to no model: by model it counts for the total alone.
func (s *summing) withoutModel(n int64, day, tool string) []*sum {
	if s.has(ByModel) {
		return s.sessionIn(n, s.total)
	}
	return s.at(n, day, "", tool)
}

func (s *summing) result() Result {
	r := Result{By: s.By, Rows: []Row{}, Unpriced: []string{}}
	for _, row := range s.rows {
		row.Sessions = int64(len(row.sessions))
		r.Rows = append(r.Rows, row.Row)
	}
	slices.SortFunc(r.Rows, s.order)
	s.total.Sessions = int64(len(s.total.sessions))
	r.Total = s.total.Figures
	for model := range s.unpriced {
		r.Unpriced = append(r.Unpriced, model)
	}
	slices.Sort(r.Unpriced)
	if r.By == nil {
		r.By = []Dimension{}
	}
	return r
}

// order has days in their order, where they come first, and the most expensive, the largest and the most used before
// the others.
func (s *summing) order(a, b Row) int {
	if len(s.By) > 0 && s.By[0] == ByDay {
		if c := strings.Compare(a.Keys[0], b.Keys[0]); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(costOf(b), costOf(a)), cmp.Compare(b.All(), a.All()), cmp.Compare(callsOf(b), callsOf(a)),
		slices.Compare(a.Keys, b.Keys))
}

func costOf(r Row) float64 {
	if r.Tokens == nil || r.Cost == nil {
		return 0
	}
	return *r.Cost
}

func callsOf(r Row) int64 {
	if r.Calls == nil {
		return 0
	}
	return *r.Calls
}
