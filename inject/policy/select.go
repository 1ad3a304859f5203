package policy

import (
	"context"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/redaction"
	"stead/internal/adapt/entry"
	"stead/timeline"
	"stead/writers"
)

// Policies say what of a session is delivered.
type Policies struct {
	History  History
	Thinking Thinking
	// Window is how many tokens of history the target can take. 0 means that it is not known.
	Window int64
	// Redaction says whether the secrets that Detector finds are masked.
	Redaction redaction.Policy
	Detector  redaction.Detector
	// Learned is what another range over the session has learned of its secrets. Nil has it read once more for that.
	Learned *redaction.Learner
	// OnePass has a session read once: it is searched while it is read for its purpose. When [Selection.Leaks] says so,
	// what was made of it is to be thrown away, and the session selected without this, with Learned from
	// [Selection.Learned].
	OnePass bool
	// Vendor returns the vendor of a CLI, by its name.
	Vendor func(cli string) string
}

// Selection is what the policies chose.
type Selection struct {
	Stream timeline.Stream
	// leftOut is complete once the stream was ranged over.
	leftOut  func() []writers.LeftOut
	known    *knowledge
	redactor *redaction.Redactor
}

// Complete adds to a writer's report what the last range over the stream left out, what it did about secrets, and how
// much arrives of what the source's model knew.
func (s Selection) Complete(r *writers.Report) {
	r.LeftOut = append(r.LeftOut, s.leftOut()...)
	if s.known.gaps != nil {
		r.Losses = append(r.Losses, s.known.losses()...)
	}
	r.Secrets = s.redactor.Report()
	r.Context = s.known.measure(*r)
}

// Leaks reports whether what was written of a session that was read once may hold a secret: one that stood before what
// tells it.
func (s Selection) Leaks(written io.ReaderAt, size int64) (bool, error) {
	return s.redactor.IsIn(written, size)
}

// Learned is what the last range over the stream has learned of its secrets.
func (s Selection) Learned() *redaction.Learner { return s.redactor.Learned() }

// Select applies the policies to a session that shall go on in the target. Where a policy must know the session's sizes
// or secrets, it is read once for each. Errors are the stream's, inject.ErrPolicy for a policy that cannot be followed,
// and a [redaction.SecretsError] when the user must be asked.
func Select(ctx context.Context, s timeline.Stream, target adapter.Info, p Policies) (Selection, error) {
	if p.Thinking == Keep && !p.takesThinking(target, s.Header.Source.CLI) {
		return Selection{}, fmt.Errorf("thinking %w keep: %s does not accept the thinking of %s, "+
			"which only its own vendor can verify: use strip or text", inject.ErrPolicy, target.Title, s.Header.Source.CLI)
	}
	v := newSurvey()
	if p.History.needsSurvey(p.Window) {
		var err error
		if v, err = take(ctx, s); err != nil {
			return Selection{}, err
		}
	}
	decided, err := p.History.decide(v, p.Window)
	if err != nil {
		return Selection{}, err
	}
	redactor, s, err := p.redactor(ctx, s, target)
	if err != nil {
		return Selection{}, err
	}
	if p.Redaction == redaction.Ask {
		if err := redactor.Question(ctx, s, target.Title); err != nil {
			return Selection{}, err
		}
	}
	return p.filtered(s, target, decided, redactor), nil
}

// filtered lays the filters over the stream. Each range starts them anew, so that the stream stays one that can be
// ranged over again. Secrets are masked first: half of one, at the end of a shortened output, would not be known.
func (p Policies) filtered(s timeline.Stream, target adapter.Info, decided cut,
	redactor *redaction.Redactor) Selection {
	var cutter *cutter
	var thinking *thinkingFilter
	source, header := s.Entries, s.Header
	s = redactor.Around(s)
	s.Cut = s.Cut || decided.drops() || p.Thinking == Strip || p.Thinking == AsText
	known := &knowledge{target: target, isCut: s.Cut}
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		cutter, thinking = p.filters(header, target, decided)
		known.forget()
		counting := entry.Look(known.see)
		defer counting.Wait()
		pass := redactor.Pass(header)
		for e, err := range source {
			if err != nil {
				yield(nil, err)
				return
			}
			counting.Add(e)
			m := pass.Mask(e)
			kept, ok := both(m.Entry, cutter.keep, thinking.keep)
			if !ok {
				continue
			}
			if !yield(pass.Sent(m, kept), nil) {
				return
			}
		}
	}
	return Selection{Stream: s, known: known, redactor: redactor, leftOut: func() []writers.LeftOut {
		if cutter == nil {
			return nil
		}
		return report(cutter, thinking)
	}}
}

func (p Policies) filters(h timeline.Header, target adapter.Info, decided cut) (*cutter, *thinkingFilter) {
	takes := func(e *timeline.Entry) bool {
		return p.takesThinking(target, h.MadeBy(e))
	}
	return &cutter{cut: decided, of: writers.Amounts{}, ends: writers.Amounts{}},
		&thinkingFilter{policy: p.Thinking, takes: takes, of: writers.Amounts{}}
}

// takesThinking reports whether the target can use the thinking of another CLI: where a vendor has signed it, that
// vendor's CLIs alone.
func (p Policies) takesThinking(target adapter.Info, cli string) bool {
	return target.TakesThinking || p.sameVendor(target, cli)
}

// sameVendor reports whether what another CLI has written comes from the target's vendor. A CLI without a vendor talks
// to anybody's models, and takes back its own.
func (p Policies) sameVendor(target adapter.Info, cli string) bool {
	return cli == target.Name || target.Vendor != "" && p.Vendor(cli) == target.Vendor
}

func both(e *timeline.Entry, first, second func(*timeline.Entry) (*timeline.Entry, bool)) (*timeline.Entry, bool) {
	kept, ok := first(e)
	if !ok {
		return nil, false
	}
	return second(kept)
}

func report(c *cutter, t *thinkingFilter) []writers.LeftOut {
	out := c.report()
	if t.stripped > 0 {
		out = append(out, writers.LeftOut{What: "thinking", Count: t.stripped, Of: t.of,
			Why: "only the vendor that signed it accepts it (--thinking text delivers it as text)"})
	}
	return out
}

// Learner returns what learns the secrets of a session on its way into the target, or nil when nothing is to be
// searched: without a policy, and in a file that is no CLI's and shall stay as it is.
func (p Policies) Learner(target adapter.Info) *redaction.Learner {
	if p.Redaction == "" || p.Detector == nil || p.Redaction == redaction.Off {
		return nil
	}
	return redaction.NewLearner(p.Redaction, p.Detector, func(cli string) bool { return !p.sameVendor(target, cli) })
}

// redactor returns the redactor of a session, or nil when nothing is to be searched, and the session that it is to be
// used on. Errors are the stream's.
func (p Policies) redactor(ctx context.Context, s timeline.Stream,
	target adapter.Info) (*redaction.Redactor, timeline.Stream, error) {
	learned := p.Learned
	if learned == nil {
		learned = p.Learner(target)
	}
	if learned == nil {
		return nil, s, nil
	}
	// what sub-agents' sessions tell may stand in the first entry of this one
	if p.OnePass && p.Redaction != redaction.Ask && len(s.Children) == 0 {
		redactor, s := learned.RedactorOfOnePass(s, target.Name, p.Redaction)
		return redactor, s, nil
	}
	redactor, err := learned.Redactor(ctx, s, target.Name, p.Redaction)
	return redactor, s, err
}
