package redaction

import (
	"context"
	"hash/maphash"

	"stead/internal/adapt/entry"
	"stead/timeline"
)

// Learner learns the secrets of a session while a caller ranges over it. It is not safe for concurrent use, but does
// its work in a goroutine of its own.
type Learner struct {
	detector Detector
	masks    masks
	// isForeign reports whether the vendor of the target, which is the CLI that receives the session, has not seen the
	// content of the given CLI. It is called once for each CLI.
	isForeign func(cli string) bool
	foreign   map[string]bool
	names     map[string]bool
	seed      maphash.Seed
	// always includes content that is not foreign.
	always bool
	// isNeeded reports that there were entries to search.
	isNeeded bool
	// left is the number of watched streams that have not been read to their end. It is negative before any stream is
	// watched.
	left int
	// isAhead reports that the session is masked while it is read for its actual purpose, see
	// [Learner.RedactorOfOnePass].
	isAhead bool
	// now is the entry that the caller is processing.
	now ahead
	// isOdd reports that content masked ahead may contain a secret in a form that is not searched for. IsCut reports
	// that a secret may extend across two entries.
	isOdd, isCut bool
}

// NewLearner returns a learner for the secrets that the detector finds in a session: in what other vendors' CLIs wrote,
// or with the policy [Always] in everything. IsForeign reports whether a CLI belongs to a different vendor than the
// session's target.
func NewLearner(p Policy, d Detector, isForeign func(cli string) bool) *Learner {
	return &Learner{detector: d, always: p == Always, left: -1, isForeign: isForeign, foreign: map[string]bool{},
		names: map[string]bool{}, seed: maphash.MakeSeed()}
}

// Over returns the session unchanged. A caller that ranges over all of it once, including its sub-agents' sessions,
// thereby makes the learner learn its secrets. A nil learner learns nothing.
func (l *Learner) Over(s timeline.Stream) timeline.Stream {
	if l == nil {
		return s
	}
	l.left = 0
	return l.over(s)
}

func (l *Learner) over(s timeline.Stream) timeline.Stream {
	l.left++
	if l.appliesTo(s.Header) {
		l.learnHeader(s.Header)
	}
	header, all := s.Header, s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		var before overlap
		learning := entry.Look(func(e *timeline.Entry) {
			l.learn(e)
			before = l.learnAcross(before, e)
		})
		defer learning.Wait()
		for e, err := range all {
			if err == nil && l.applies(header, e) {
				l.isNeeded = true
				learning.Add(e)
			}
			if !yield(e, err) {
				return
			}
		}
		learning.Wait()
		l.left--
	}
	children := make([]timeline.Stream, len(s.Children))
	for i, child := range s.Children {
		children[i] = l.over(child)
	}
	s.Children = children
	return s
}

// Learn reads a session to learn its secrets, unless a caller has ranged over one that [Learner.Over] returned. Errors
// are those of the stream.
func (l *Learner) Learn(ctx context.Context, s timeline.Stream) error {
	if l.left == 0 {
		return nil
	}
	return readAll(ctx, l.Over(s))
}

func readAll(ctx context.Context, s timeline.Stream) error {
	err := s.Each(ctx, func(*timeline.Entry) error { return nil })
	for _, child := range s.Children {
		if err == nil {
			err = readAll(ctx, child)
		}
	}
	return err
}

// mostNames is how many names of tools and models are remembered as free of secrets. Nearly all entries have one of a
// few names.
const mostNames = 256

func (l *Learner) learnName(name string) {
	if name == "" || l.names[name] {
		return
	}
	l.masks.add(l.detector.Find(name))
	if len(l.names) < mostNames {
		l.names[name] = true
	}
}

// learn learns the secrets of one entry.
func (l *Learner) learn(e *timeline.Entry) {
	l.masks.left = nil
	for _, body := range []timeline.Text{e.Content, e.Thinking, e.Output, e.Error} {
		l.masks.add(l.detector.FindInside(body.Inner()))
	}
	l.learnName(string(e.Tool))
	l.learnName(e.OriginalTool)
	l.learnName(e.Model)
	l.learnValue(e.Input)
	l.learnOrigin(e.Origin)
	for _, value := range e.Extra {
		l.learnValue(value)
	}
	for _, a := range e.Attachments {
		l.masks.add(l.detector.Find(a.Name))
		if text, ok := attachedText(a); ok {
			l.masks.add(l.detector.Find(text))
		}
	}
}

func (l *Learner) learnOrigin(o *timeline.Origin) {
	if o == nil {
		return
	}
	l.masks.add(l.detector.Find(o.Name))
	l.masks.add(l.detector.FindInside(o.Typed.Inner()))
	for _, value := range o.Extra {
		l.learnValue(value)
	}
}

// learnValue learns the secrets in a JSON value. It searches the value as a whole, because a member's name may reveal
// that its value is a secret.
func (l *Learner) learnValue(value []byte) {
	if len(value) > 0 {
		l.masks.add(l.detector.FindInside(value))
	}
}

// maskAlone masks the secrets of an entry that are not among the remembered ones. The same secret has the same mask
// everywhere.
func (l *Learner) maskAlone(m Masked) Masked {
	alone := Learner{detector: l.detector, masks: masks{seed: &l.seed}, names: map[string]bool{}}
	alone.learn(m.Entry)
	return alone.masks.again(m)
}

// again masks an entry that another set of masks has already masked.
func (m *masks) again(before Masked) Masked {
	after := m.entry(before.Entry)
	after.finds = append(before.finds, after.finds...)
	return after
}

// applies reports whether an entry must be masked.
func (l *Learner) applies(h timeline.Header, e *timeline.Entry) bool {
	return l.always || l.comesFromElsewhere(h.MadeBy(e))
}

// appliesTo is like applies, for the content of a session's header.
func (l *Learner) appliesTo(h timeline.Header) bool {
	return l.always || l.comesFromElsewhere(h.Source.CLI)
}

func (l *Learner) comesFromElsewhere(cli string) bool {
	is, known := l.foreign[cli]
	if !known {
		is = l.isForeign(cli)
		l.foreign[cli] = is
	}
	return is
}
