package database

import (
	"cmp"
	"database/sql"
	"errors"

	"stead/catalog/memory"
	"stead/internal/adapt/jsonl"
)

// said are the facts of a text and where it was said first.
type said struct {
	*facts
	source, session string
	file            string
	line            int64
}

// session is the session whose events are being read.
type session struct {
	source, id                                       string
	title, project, branch, parent, sourceType, file string
	started, ended                                   string
	lastSeq, turns, knownSeq                         int64
	open                                             map[string]*call
	named                                            map[target]*association
	isReplayed                                       bool // the event was there before
}

// aboutMembers are what a session's own event says.
type aboutMembers struct {
	Title   jsonl.Value `member:"title"`
	Project jsonl.Value `member:"project"`
	Branch  jsonl.Value `member:"branch"`
	Parent  jsonl.Value `member:"parent"`
	Type    jsonl.Value `member:"source_type"`
	File    jsonl.Value `member:"source_file"`
}

var aboutTable jsonl.Table[aboutMembers]

// event takes an event.
func (l *loading) event(e *eventLine) error {
	if s := l.session; s == nil || s.source != e.Source.String() || s.id != e.Session.String() {
		if err := l.leave(); err != nil {
			return err
		}
		if err := l.enter(e.Source.String(), e.Session.String()); err != nil {
			return err
		}
	}
	switch memory.EventType(e.Type.String()) {
	case memory.SessionEvent:
		l.session.about(aboutTable.Peek(e.About))
	case memory.EntryEvent:
		return l.entry(e)
	}
	return nil
}

func (s *session) about(a aboutMembers) {
	if branch := a.Branch.String(); branch != "" && branch != s.branch {
		s.name("branch", branch, "worked on", place{})
	}
	s.title, s.project, s.branch, s.parent = a.Title.String(), a.Project.String(), a.Branch.String(), a.Parent.String()
	s.sourceType, s.file = a.Type.String(), a.File.String()
}

// enter reads what the database has of a session.
func (l *loading) enter(source, id string) error {
	s := &session{source: source, id: id, open: map[string]*call{}, named: map[target]*association{}}
	row := l.rows.tx.QueryRowContext(l.ctx, `SELECT title, project, branch, parent, source_type, source_file, started, ended, last_seq, turns, known_seq
		FROM sessions WHERE tenant_id = ? AND llm_source = ? AND session_id = ?`, l.options.Tenant, source, id)
	err := row.Scan(&s.title, &s.project, &s.branch, &s.parent, &s.sourceType, &s.file, &s.started, &s.ended, &s.lastSeq,
		&s.turns, &s.knownSeq)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	l.session = s
	return nil
}

// leave writes what is known of the session that was read.
func (l *loading) leave() error {
	s := l.session
	if s == nil {
		return nil
	}
	l.session = nil
	for _, c := range s.open {
		if err := l.writeCall(s, c); err != nil {
			return err
		}
	}
	for to, a := range s.named {
		if err := l.associate(s.source, s.id, s.file, to, *a); err != nil {
			return err
		}
	}
	o := l.options
	return l.rows.add("sessions", o.Tenant, o.Team, o.Project, s.source, s.id, s.title, s.project, s.branch, s.parent,
		s.sourceType, s.file,
		s.started, s.ended, s.lastSeq, s.turns, l.revision, min(s.knownSeq, s.lastSeq))
}

// entry writes the row of an entry's event, and what the analytics make of it.
func (l *loading) entry(e *eventLine) error {
	s, o := l.session, l.options
	seq, turn, occurred := e.Seq.Int(), e.Turn.Int(), e.Occurred.String()
	s.isReplayed = seq <= s.lastSeq
	if s.isReplayed {
		s.knownSeq = min(s.knownSeq, seq-1) // the session was rewritten from here
	}
	s.lastSeq, s.turns = max(s.lastSeq, seq), max(s.turns, turn)
	s.started, s.ended = cmp.Or(s.started, occurred), cmp.Or(occurred, s.ended)
	kind, hash := e.Kind.String(), e.Hash.String()
	err := l.rows.add("events", o.Tenant, o.Team, o.Project, s.source, s.id, seq, turn, kind, hash, e.Line.Int(),
		occurred, e.Model.String(),
		e.CallID.String(), e.Tool.String(), e.Original.String(), e.Path.String(), optional(e.Success), optional(
			e.ExitCode), e.Bytes.Int())
	if err != nil {
		return err
	}
	at := place{seq: seq, turn: turn, hash: hash, line: e.Line.Int()}
	if e.usage != nil {
		if err := l.tokens(e, at); err != nil {
			return err
		}
	}
	switch memory.Kind(kind) {
	case memory.KindCall:
		return l.call(e, at)
	case memory.KindResult:
		return l.result(e, at)
	}
	return l.text(e, at)
}
