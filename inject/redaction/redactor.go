package redaction

import (
	"context"

	"stead/timeline"
	"stead/writers"
)

// Redactor masks the secrets of one session. The context may reveal a secret in one place, while it occurs without that
// context in another place, earlier or later. So the session is read to its end to learn all of its secrets. After
// that, masking only has to search for them. A nil redactor masks nothing.
type Redactor struct {
	learned *Learner
	target  string
	// isOff makes the redactor count secrets but send them unmasked.
	isOff bool
	// tallies are those of the last range over the session and over those of its sub-agents. Headers counts what was
	// masked in their headers.
	tallies []*tally
	headers tally
}

// Redactor returns a redactor of the session's secrets for the target with that name. It first reads the session if the
// learner has not learned it yet. Errors are those of the stream.
func (l *Learner) Redactor(ctx context.Context, s timeline.Stream, target string, p Policy) (*Redactor, error) {
	return &Redactor{learned: l, target: target, isOff: p == Off}, l.Learn(ctx, s)
}

// Learned returns the learner that has learned the secrets.
func (r *Redactor) Learned() *Learner {
	if r == nil {
		return nil
	}
	return r.learned
}

// Pass is one range over a session.
type Pass struct {
	redactor *Redactor
	header   timeline.Header
	counted  *tally
}

// Pass begins a range over the session that was given to [Redactor.Around].
func (r *Redactor) Pass(h timeline.Header) Pass { return r.pass(h, 0) }

// pass begins a range over the session with that number.
func (r *Redactor) pass(h timeline.Header, session int) Pass {
	p := Pass{redactor: r, header: h}
	if r == nil || !r.learned.isAhead && (!r.learned.isNeeded || r.learned.masks.isEmpty()) {
		return p
	}
	r.tallies[session] = newTally()
	p.counted = r.tallies[session]
	return p
}

// Mask returns the entry with its secrets masked. The entry keeps its native record, because other policies use it to
// identify its CLI.
func (p Pass) Mask(e *timeline.Entry) Masked {
	r := p.redactor
	if r == nil {
		return Masked{Entry: e}
	}
	m, applies := r.learned.masked(p.header, e)
	if !applies {
		return m
	}
	if !r.isReported(e) {
		m.finds = nil
	}
	if r.isOff {
		m.Entry = e
		return m
	}
	m.isApplied = true
	return m
}

// Sent counts what was masked in a delivered entry, and returns the entry in the form for the target. Kept is the
// masked entry, or the result of other policies applied to it.
func (p Pass) Sent(m Masked, kept *timeline.Entry) *timeline.Entry {
	p.counted.count(m)
	if !m.isApplied {
		return kept
	}
	return p.redactor.strip(p.header, kept)
}

// isReported reports whether secrets of the entry are reported to the user. A CLI never receives the hidden entries of
// another one; only a portable file contains them.
func (r *Redactor) isReported(e *timeline.Entry) bool { return !e.Hidden || r.learned.always }

// strip removes the native record of a masked entry, because the record still contains the secrets. It keeps the name
// of the record's CLI if no writer can mistake that for a record of its own.
func (r *Redactor) strip(h timeline.Header, e *timeline.Entry) *timeline.Entry {
	bare := *e
	bare.Native = nil
	if n := e.Native; n != nil && n.CLI != h.Source.CLI && n.CLI != r.target {
		bare.Native = &timeline.Record{CLI: n.CLI}
	}
	return &bare
}

// Around returns the session with its header masked, and with the headers and entries of its sub-agents' sessions
// masked. Its own entries are masked by a [Pass]. Other policies may be applied between that and the target.
func (r *Redactor) Around(s timeline.Stream) timeline.Stream {
	if r == nil || !r.learned.isNeeded && !r.learned.isAhead {
		return s
	}
	// otherwise no record of the target itself is changed: it returns as it came
	s.Cut = s.Cut || r.learned.always && !r.isOff
	if r.learned.appliesTo(s.Header) {
		s.Header = r.header(s.Header)
	}
	r.tallies = append(r.tallies, newTally())
	children := make([]timeline.Stream, len(s.Children))
	for i, child := range s.Children {
		number := len(r.tallies)
		children[i] = r.Around(child)
		children[i].Entries = r.entries(child, number)
	}
	s.Children = children
	return s
}

func (r *Redactor) header(h timeline.Header) timeline.Header {
	clean, rules := r.learned.masks.header(h)
	for _, rule := range rules {
		r.headers.add(writers.MaskedSecret{Rule: rule, Where: "the session's header", Count: 1})
	}
	if r.isOff {
		return h
	}
	return clean
}

// entries masks the entries of a sub-agent's session.
func (r *Redactor) entries(s timeline.Stream, number int) func(func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		pass := r.pass(s.Header, number)
		for e, err := range s.Entries {
			if err == nil {
				m := pass.Mask(e)
				e = pass.Sent(m, m.Entry)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Report says what was done in the last ranges over the session and those of its sub-agents.
func (r *Redactor) Report() writers.Secrets {
	switch {
	case r == nil:
		return writers.Secrets{Check: writers.NotChecked}
	case !r.learned.isNeeded && r.isOff:
		return writers.Secrets{Check: writers.NotChecked}
	case !r.learned.isNeeded:
		return writers.Secrets{Check: writers.SameVendor}
	}
	var sum tally
	for _, t := range append([]*tally{&r.headers}, r.tallies...) {
		for _, m := range t.masked {
			sum.add(m)
		}
	}
	if r.isOff {
		return writers.Secrets{Check: writers.Checked, Sent: sum.masked}
	}
	return writers.Secrets{Check: writers.Checked, Masked: sum.masked}
}
