package database

import (
	"database/sql"
	"errors"
	"strings"
	"time"

	"stead/catalog/memory"
	"stead/catalog/prices"
	"stead/internal/adapt/jsonl"
)

// place is where in a session a text was said.
type place struct {
	seq, turn, line int64
	hash            string
}

// call is a call of a tool, with its result once there is one.
type call struct {
	place
	id, tool, original, command, path, started, result string
	success, exitCode, duration, outputBytes           any
	inputBytes                                         int64
}

// call notes a call until its result comes, and what it used and named.
func (l *loading) call(e *eventLine, at place) error {
	f, err := l.argumentsOf(at.hash)
	if err != nil {
		return err
	}
	s := l.session
	c := &call{place: at, id: e.CallID.String(), tool: e.Tool.String(), original: e.Original.String(),
		command: f.command, path: e.Path.String(),
		started: e.Occurred.String(), inputBytes: e.Bytes.Int()}
	if before := s.open[c.id]; before != nil {
		if err := l.writeCall(s, before); err != nil {
			return err
		}
	}
	s.open[c.id] = c
	if c.path != "" {
		s.name("file", c.path, relation(c.tool), at)
	}
	for _, p := range f.patched {
		s.name("file", p.path, p.relation, at)
	}
	if f.url != "" {
		s.name("url", f.url, "fetched", at)
	}
	kind, name := component(c.tool, c.original, f)
	return l.invoke(at, c.id, kind, name)
}

// invoke writes that a component was used.
func (l *loading) invoke(at place, callID, kind, name string) error {
	s, o := l.session, l.options
	return l.rows.add("message_component_invocations", o.Tenant, o.Team, o.Project, s.source, s.id, at.seq, callID,
		at.turn, kind, name,
		at.hash, s.file, at.line)
}

// result joins a result with its call.
func (l *loading) result(e *eventLine, at place) error {
	s, id := l.session, e.CallID.String()
	c := s.open[id]
	delete(s.open, id)
	if c == nil {
		var err error
		if c, err = l.earlierCall(id, at); err != nil {
			return err
		}
	}
	if c == nil {
		c = &call{place: at, id: id, tool: e.Tool.String(), original: e.Original.String()}
	}
	c.result, c.success, c.exitCode, c.outputBytes = at.hash, optional(e.Success), optional(e.ExitCode), e.Bytes.Int()
	c.duration = between(c.started, e.Occurred.String())
	if f := l.firstSaid(at.hash); f != nil && strings.Contains(c.command, "commit") {
		for _, commit := range f.commits {
			s.name("commit", commit, "made", at)
		}
	}
	return l.writeCall(s, c)
}

// earlierCall reads a call whose row was written before its result came.
func (l *loading) earlierCall(id string, before place) (*call, error) {
	if id == "" {
		return nil, nil
	}
	c := &call{id: id}
	row := l.rows.tx.QueryRowContext(l.ctx, `SELECT seq, turn, source_line, message_hash, tool, original_tool, command, path, started, input_bytes
		FROM tool_analytics WHERE tenant_id = ? AND llm_source = ? AND session_id = ? AND call_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1`,
		l.options.Tenant, l.session.source, l.session.id, id, before.seq)
	err := row.Scan(&c.seq, &c.turn, &c.line, &c.hash, &c.tool, &c.original, &c.command, &c.path, &c.started,
		&c.inputBytes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return c, err
}

func (l *loading) writeCall(s *session, c *call) error {
	o := l.options
	return l.rows.add("tool_analytics", o.Tenant, o.Team, o.Project, s.source, s.id, c.seq, c.id, c.turn, c.tool,
		c.original, c.command, c.path,
		c.success, c.exitCode, c.started, c.duration, c.inputBytes, c.outputBytes, c.result, c.hash, s.file, c.line)
}

// between returns the milliseconds between two times, nil where one is missing or they contradict each other.
func between(from, to string) any {
	begin, err := time.Parse(time.RFC3339, from)
	if err != nil {
		return nil
	}
	end, err := time.Parse(time.RFC3339, to)
	if err != nil || end.Before(begin) {
		return nil
	}
	return end.Sub(begin).Milliseconds()
}

// text notes what a prompt or an answer names.
func (l *loading) text(e *eventLine, at place) error {
	f := l.firstSaid(at.hash)
	if f == nil {
		return nil
	}
	for _, url := range f.urls {
		l.session.name("url", url, "named", at)
	}
	if f.slash != "" && memory.Kind(e.Kind.String()) == memory.KindPrompt {
		return l.invoke(at, "", "command", f.slash)
	}
	return nil
}

// tokens writes what a response took.
func (l *loading) tokens(e *eventLine, at place) error {
	s, o, u := l.session, l.options, e.usage
	var cost any
	usd, source, known := prices.Cost(e.Model.String(), *u)
	if known {
		cost = usd
	}
	return l.rows.add("token_economics", o.Tenant, o.Team, o.Project, s.source, s.id, at.seq, at.turn, e.Model.String(),
		e.Occurred.String(),
		u.Input, u.Output, u.CacheRead, u.CacheWrite, u.Reasoning, cost, source, prices.Version(), at.hash, s.file, at.line)
}

// firstSaid returns the facts of a text when it is said for the first time: a text that is repeated names nothing new.
func (l *loading) firstSaid(hash string) *facts {
	for _, batch := range []map[string]*said{l.fresh, l.stale} {
		if f := batch[hash]; f != nil && f.source == l.session.source && f.session == l.session.id {
			delete(batch, hash)
			return f.facts
		}
	}
	return nil
}

// argumentsOf returns the facts of a call: of this batch, or else of the database.
func (l *loading) argumentsOf(hash string) (*facts, error) {
	for _, batch := range []map[string]*said{l.fresh, l.stale} {
		if f := batch[hash]; f != nil {
			return f.facts, nil
		}
	}
	var metadata []byte
	err := l.rows.tx.QueryRowContext(l.ctx, "SELECT metadata FROM messages WHERE tenant_id = ? AND hash = ?",
		l.options.Tenant, hash).Scan(&metadata)
	if errors.Is(err, sql.ErrNoRows) {
		return &facts{}, nil
	}
	return callFacts(jsonl.Value(metadata).Get("input")), err
}
