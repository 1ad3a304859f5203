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

// Policies say which parts of a session are delivered.
type Policies struct {
	History  History
	Thinking Thinking
	// Window is how many tokens of history the target can take. 0 means unknown.
	Window int64
	// Redaction says whether to mask the secrets that Detector finds.
	Redaction redaction.Policy
	Detector  redaction.Detector
	// Learned is what an earlier range over the session learned about its secrets. If it is nil, the session is read
	// once more for that.
	Learned *redaction.Learner
	// OnePass reads the session only once: it learns secrets while the session is read for its actual purpose. If
	// [Selection.Leaks] returns true, the caller must discard the result and select the session again without OnePass,
	// with Learned from [Selection.Learned].
	OnePass bool
	// Vendor returns the vendor of a CLI, given the CLI's name.
	Vendor func(cli string) string
}

// Selection is the result of applying the policies.
type Selection struct {
	Stream timeline.Stream
	// leftOut is complete after a full range over the stream.
	leftOut  func() []writers.LeftOut
	known    *knowledge
	redactor *redaction.Redactor
}

// Complete adds to a writer's report what the last range over the stream left out, what happened to secrets, and how
// much of what the source's model knew arrives.
func (s Selection) Complete(r *writers.Report) {
	r.LeftOut = append(r.LeftOut, s.leftOut()...)
	if s.known.gaps != nil {
		r.Losses = append(r.Losses, s.known.losses()...)
	}
	r.Secrets = s.redactor.Report()
	r.Context = s.known.measure(*r)
}

// Leaks reports whether the output of a session that was read in one pass may contain a secret: one that occurred
// before the text that revealed it.
func (s Selection) Leaks(written io.ReaderAt, size int64) (bool, error) {
	return s.redactor.IsIn(written, size)
}

// Learned returns what the last range over the stream learned about its secrets.
func (s Selection) Learned() *redaction.Learner { return s.redactor.Learned() }

// Select applies the policies to a session that is to continue in the target. It reads the session once for each policy
// that needs its sizes or secrets. It returns errors of the stream, inject.ErrPolicy for a policy that cannot be
// followed, and a [redaction.SecretsError] if the user must decide.
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

// filtered applies the filters to the stream. Each range restarts them, so the stream can be ranged over repeatedly.
// Secrets are masked first, because half a secret at the end of a shortened output would not be recognized.
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

// takesThinking reports whether the target can use the thinking of another CLI. If a vendor has signed it, only that
// vendor's CLIs can.
func (p Policies) takesThinking(target adapter.Info, cli string) bool {
	return target.TakesThinking || p.sameVendor(target, cli)
}

// sameVendor reports whether the content of another CLI comes from the target's vendor. A CLI without a vendor works
// with models of any vendor, and counts only itself as the same.
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

// Learner returns a learner for the secrets of a session on its way to the target. It returns nil if there is nothing
// to search: without a policy, and for a portable file that is to stay unchanged.
func (p Policies) Learner(target adapter.Info) *redaction.Learner {
	if p.Redaction == "" || p.Detector == nil || p.Redaction == redaction.Off {
		return nil
	}
	return redaction.NewLearner(p.Redaction, p.Detector, func(cli string) bool { return !p.sameVendor(target, cli) })
}

// Knowing returns the policies for a part of a session that also mask in it what the whole session shows to be secret:
// a password that was named in an earlier turn has no name in a later one. It reads the whole session if there is
// anything to search. Errors are those of the stream.
func (p Policies) Knowing(ctx context.Context, whole timeline.Stream, target adapter.Info) (Policies, error) {
	p.Learned = p.Learner(target)
	if p.Learned == nil {
		return p, nil
	}
	return p, p.Learned.Learn(ctx, whole)
}

// redactor returns the redactor of a session, or nil if there is nothing to search, and the session to use it on.
// Errors are those of the stream.
func (p Policies) redactor(ctx context.Context, s timeline.Stream,
	target adapter.Info) (*redaction.Redactor, timeline.Stream, error) {
	learned := p.Learned
	if learned == nil {
		learned = p.Learner(target)
	}
	if learned == nil {
		return nil, s, nil
	}
	// the sessions of sub-agents may reveal a secret in the first entry of this one
	if p.OnePass && p.Redaction != redaction.Ask && len(s.Children) == 0 {
		redactor, s := learned.RedactorOfOnePass(s, target.Name, p.Redaction)
		return redactor, s, nil
	}
	redactor, err := learned.Redactor(ctx, s, target.Name, p.Redaction)
	return redactor, s, err
}
