package inject

import (
	"context"

	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
)

// redactor masks the secrets of one session. A secret may be told by what stands around it in one place and stand alone in another, before or
// behind that. So the session is read to the end to learn all of its secrets; after that masking is nothing but looking for them.
type redactor struct {
	*Learner
	target string
	// isOff has secrets counted, and sent as they are.
	isOff bool
	// tallies are those of the last range over the session and over those of its sub-agents; headers is of what was masked at their tops.
	tallies []*tally
	headers tally
}

// redactor returns the redactor of a session, or nil when nothing is to be searched, and the session that it is to be used on. Errors are the
// stream's, and ErrSecret.
func (p Policies) redactor(ctx context.Context, s timeline.Stream, target adapter.Info) (*redactor, timeline.Stream, error) {
	learned := p.Learned
	if learned == nil {
		learned = p.Learner(target)
	}
	if learned == nil {
		return nil, s, nil
	}
	var err error
	if p.OnePass && p.Redaction != Ask && len(s.Children) == 0 { // what sub-agents' sessions tell may stand in the first entry of this one
		s, err = learned.overOnce(s)
	} else {
		err = learned.complete(ctx, s)
	}
	return &redactor{Learner: learned, target: target.Name, isOff: p.Redaction == Off}, s, err
}

// begin returns the tally of a new range over the session of that number.
func (r *redactor) begin(session int) *tally {
	if r == nil || r.stops || !r.isNeeded || r.masks.isEmpty() {
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
	if r.stops {
		return masked{Entry: e, isApplied: !r.isOff} // as long as the session goes on, it has no secrets; they are being learned beside this
	}
	m := r.masks.entry(e)
	if !r.isTold(e) {
		m.finds = nil
	}
	if r.isOff {
		m.Entry = e
		return m
	}
	m.isApplied = true
	return m
}

// isTold reports whether secrets of the entry are told to the user. No CLI gets the hidden entries of another, only a file for anybody has them.
func (r *redactor) isTold(e *timeline.Entry) bool { return !e.Hidden || r.always }

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
	if r == nil || !r.isNeeded && !r.stops {
		return s
	}
	s.Cut = s.Cut || r.always && !r.isOff // otherwise no record of the target's own is touched: what came from it goes back as it was
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
	if r.isOff {
		return h
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
	case !r.isNeeded && r.isOff:
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
	if r.isOff {
		return writers.Secrets{Check: writers.Checked, Sent: sum.masked}
	}
	return writers.Secrets{Check: writers.Checked, Masked: sum.masked}
}
