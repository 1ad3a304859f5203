package inject

import (
	"context"

	"stead/internal/adapter"
	"stead/timeline"
	"stead/writers"
)

// redactor masks the secrets of one session. A secret may be told by what stands around it in one place and stand alone in another, before or
// behind that. So the session is read once to learn all of its secrets; after that masking is nothing but looking for them.
type redactor struct {
	detector Detector
	masks    masks
	// isForeign tells of a CLI whether the vendor of the target, which is the CLI that gets the session, has not seen what it wrote.
	isForeign func(cli string) bool
	target    string
	// always has those masked too that are not foreign.
	always bool
	// isNeeded tells that there were such entries.
	isNeeded bool
	// tallies are those of the last range over the session and over those of its sub-agents; headers is of what was masked at their tops.
	tallies []*tally
	headers tally
}

// redactor returns the redactor of a session, or nil when nothing is to be masked. Errors are the stream's.
func (p Policies) redactor(ctx context.Context, s timeline.Stream, target adapter.Info) (*redactor, error) {
	if !p.Redaction.IsOn() {
		return nil, nil
	}
	r := &redactor{detector: p.Detector, target: target.Name, always: p.Redaction == Always}
	r.isForeign = func(cli string) bool { return !p.accepts(target, cli) }
	return r, r.learn(ctx, s)
}

// applies reports whether an entry must be masked.
func (r *redactor) applies(h timeline.Header, e *timeline.Entry) bool {
	return r.always || r.isForeign(writtenBy(h, e))
}

// appliesTo is applies for what a session's header holds.
func (r *redactor) appliesTo(h timeline.Header) bool { return r.always || r.isForeign(h.Source.CLI) }

// writtenBy returns the CLI that has made an entry. A run's journal has entries of several.
func writtenBy(h timeline.Header, e *timeline.Entry) string {
	if e.Native != nil {
		return e.Native.CLI
	}
	return h.Source.CLI
}

// learn reads a session and those of its sub-agents.
func (r *redactor) learn(ctx context.Context, s timeline.Stream) error {
	err := s.Each(ctx, func(e *timeline.Entry) error {
		if !r.applies(s.Header, e) {
			return nil
		}
		r.isNeeded = true
		for _, text := range texts(e) {
			r.masks.add(r.detector.Find(text))
		}
		return nil
	})
	if err == nil && r.appliesTo(s.Header) {
		r.learnHeader(s.Header)
	}
	for _, child := range s.Children {
		if err == nil {
			err = r.learn(ctx, child)
		}
	}
	return err
}

// begin returns the tally of a new range over the session of that number.
func (r *redactor) begin(session int) *tally {
	if r == nil || !r.isNeeded {
		return nil
	}
	r.tallies[session] = newTally()
	return r.tallies[session]
}

// mask returns the entry with its secrets masked. It keeps its native record, by which other policies know whose it is.
func (r *redactor) mask(h timeline.Header, e *timeline.Entry) masked {
	if r == nil || !r.applies(h, e) {
		return masked{Entry: e}
	}
	m := r.masks.entry(e)
	m.isApplied = true
	return m
}

// strip takes the native record from an entry that was masked: the secrets stand in it still. Whose it was is left where no writer can take
// it for a record of its own.
func (r *redactor) strip(h timeline.Header, e *timeline.Entry) *timeline.Entry {
	bare := *e
	bare.Native = nil
	if n := e.Native; n != nil && n.CLI != h.Source.CLI && n.CLI != r.target {
		bare.Native = &timeline.Record{CLI: n.CLI}
	}
	return &bare
}

// around returns the session with its header and those of its sub-agents' sessions masked, and the entries of these.
func (r *redactor) around(s timeline.Stream) timeline.Stream {
	if r == nil || !r.isNeeded {
		return s
	}
	s.Cut = s.Cut || r.always // otherwise no record of the target's own is touched: what came from it goes back as it was
	if r.appliesTo(s.Header) {
		s.Header = r.header(s.Header)
	}
	r.tallies = append(r.tallies, newTally())
	children := make([]timeline.Stream, len(s.Children))
	for i, child := range s.Children {
		number := len(r.tallies)
		children[i] = r.around(child)
		children[i].Entries = r.entries(child, number)
	}
	s.Children = children
	return s
}

func (r *redactor) header(h timeline.Header) timeline.Header {
	clean, rules := r.masks.header(h)
	for _, rule := range rules {
		r.headers.add(writers.MaskedSecret{Rule: rule, Where: "the session's header", Count: 1})
	}
	return clean
}

// entries masks the entries of a sub-agent's session.
func (r *redactor) entries(s timeline.Stream, number int) func(func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		counted := r.begin(number)
		for e, err := range s.Entries {
			if err == nil {
				m := r.mask(s.Header, e)
				counted.count(m)
				if e = m.Entry; m.isApplied {
					e = r.strip(s.Header, e)
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// report says what was done.
func (r *redactor) report() writers.Secrets {
	switch {
	case r == nil:
		return writers.Secrets{Check: writers.NotChecked}
	case !r.isNeeded:
		return writers.Secrets{Check: writers.SameVendor}
	}
	var sum tally
	for _, t := range append([]*tally{&r.headers}, r.tallies...) {
		for _, m := range t.masked {
			sum.add(m)
		}
	}
	return writers.Secrets{Check: writers.Checked, Masked: sum.masked}
}
