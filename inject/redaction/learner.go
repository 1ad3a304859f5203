package redaction

import (
	"context"
	"hash/maphash"

	"stead/internal/adapt/entry"
	"stead/timeline"
)

// Learner learns the secrets of a session while somebody ranges over it. It is not safe for use by several goroutines,
// but learns in one of its own.
type Learner struct {
	detector Detector
	masks    masks
	// isForeign tells of a CLI whether the vendor of the target, which is the CLI that gets the session, has not seen what
	// it wrote. It is asked once for each CLI.
	isForeign func(cli string) bool
	foreign   map[string]bool
	names     map[string]bool
	seed      maphash.Seed
	// always has those searched too that are not foreign.
	always bool
	// isNeeded tells that there were such entries.
	isNeeded bool
	// left is how many of the streams that it watches have not been read to their ends. Negative before it watches any.
	left int
	// isAhead tells that the session is masked while it is read for its purpose: see [Learner.RedactorOfOnePass].
	isAhead bool
	// now is the entry that who ranges over the session has.
	now ahead
	// isOdd and isCut tell of what was masked ahead that a secret may stand in it otherwise than it is looked for, or
	// stands across two entries.
	isOdd, isCut bool
}

// NewLearner returns what learns the secrets of a session that the detector finds, in what other vendors' CLIs wrote,
// or with the policy [Always] in all of it. IsForeign tells of a CLI whether it is another vendor's than the session's
// target.
func NewLearner(p Policy, d Detector, isForeign func(cli string) bool) *Learner {
	return &Learner{detector: d, always: p == Always, left: -1, isForeign: isForeign, foreign: map[string]bool{},
		names: map[string]bool{}, seed: maphash.MakeSeed()}
}

// Over returns the session as it is. Who ranges over all of it, once, has the learner learn it: its entries and those
// of its sub-agents. A nil learner learns nothing.
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

// complete reads a session that has not been read yet.
func (l *Learner) complete(ctx context.Context, s timeline.Stream) error {
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

// mostNames is how many names of tools and models are known to hold no secret: nearly all entries have one of a few.
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

// learnValue learns what stands in a JSON value. It is searched as a whole, since a member's name may tell that its
// value is a secret.
func (l *Learner) learnValue(value []byte) {
	if len(value) > 0 {
		l.masks.add(l.detector.FindInside(value))
	}
}

// maskAlone masks the secrets of an entry that are not among those that are remembered. The same one has the same mask
// everywhere.
func (l *Learner) maskAlone(m Masked) Masked {
	alone := Learner{detector: l.detector, masks: masks{seed: &l.seed}, names: map[string]bool{}}
	alone.learn(m.Entry)
	return alone.masks.again(m)
}

// again masks an entry that was masked by others.
func (m *masks) again(before Masked) Masked {
	after := m.entry(before.Entry)
	after.finds = append(before.finds, after.finds...)
	return after
}

// applies reports whether an entry must be masked.
func (l *Learner) applies(h timeline.Header, e *timeline.Entry) bool {
	return l.always || l.comesFromElsewhere(h.MadeBy(e))
}

// appliesTo is applies for what a session's header holds.
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
