package inject

import (
	"context"
	"errors"
	"fmt"

	"stead/adapters/adapter"
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
	Redaction Redaction
	Detector  Detector
	// Learned is what another range over the session has learned of its secrets. Nil has it read once more for that.
	Learned *Learner
	// OnePass has a session without secrets read once: it is searched while it is read for its purpose, and ends with ErrSecret soon after the first
	// secret. Then all that was made of it is to be thrown away, and the session selected without this.
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
	redactor *redactor
}

// Complete adds to a writer's report what the last range over the stream left out, what it did about secrets, and how much arrives of what the
// source's model knew.
func (s Selection) Complete(r *writers.Report) {
	r.LeftOut = append(r.LeftOut, s.leftOut()...)
	r.Secrets = s.redactor.report()
	r.Context = s.known.measure(*r)
}

// ErrSecret says that a session holds a secret that was not looked for ahead. See [Policies].OnePass.
var ErrSecret = errors.New("the session holds a secret")

// Select applies the policies to a session that shall go on in the target. Where a policy must know the session's sizes or secrets, it is read
// once for each.
// Errors are the stream's, ErrPolicy for a policy that cannot be followed, a [SecretsError] when the user must be asked, and ErrSecret.
func Select(ctx context.Context, s timeline.Stream, target adapter.Info, p Policies) (Selection, error) {
	if p.Thinking == Keep && !p.takesThinking(target, s.Header.Source.CLI) {
		return Selection{}, fmt.Errorf("thinking %w keep: %s does not accept the thinking of %s, "+
			"which only its own vendor can verify: use strip or text", ErrPolicy, target.Title, s.Header.Source.CLI)
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
	if p.Redaction == Ask {
		if err := redactor.question(ctx, s, target); err != nil {
			return Selection{}, err
		}
	}
	return p.filtered(s, target, decided, redactor), nil
}

// filtered lays the filters over the stream. Each range starts them anew, so that the stream stays one that can be ranged over again. Secrets are
// masked first: half of one, at the end of a shortened output, would not be known.
func (p Policies) filtered(s timeline.Stream, target adapter.Info, decided cut, redactor *redactor) Selection {
	var cutter *cutter
	var thinking *thinkingFilter
	known := &knowledge{}
	source, header := s.Entries, s.Header
	s = redactor.around(s)
	s.Cut = s.Cut || decided.drops() || p.Thinking == Strip || p.Thinking == AsText
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		cutter, thinking = p.filters(header, target, decided)
		known.forget()
		counting := lookAlongside(known.see)
		defer counting.wait()
		counted := redactor.begin(0)
		for e, err := range source {
			if err != nil {
				yield(nil, err)
				return
			}
			counting.add(e)
			m := redactor.mask(header, e)
			kept, ok := both(m.Entry, cutter.keep, thinking.keep)
			if !ok {
				continue
			}
			counted.count(m)
			if m.isApplied {
				kept = redactor.strip(header, kept)
			}
			if !yield(kept, nil) {
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
		return p.takesThinking(target, writtenBy(h, e))
	}
	return &cutter{cut: decided, of: writers.Amounts{}, ends: writers.Amounts{}}, &thinkingFilter{policy: p.Thinking, takes: takes, of: writers.Amounts{}}
}

// takesThinking reports whether the target can use the thinking of another CLI: where a vendor has signed it, that vendor's CLIs alone.
func (p Policies) takesThinking(target adapter.Info, cli string) bool {
	return target.TakesThinking || p.sameVendor(target, cli)
}

// sameVendor reports whether what another CLI has written comes from the target's vendor. A CLI without a vendor talks to anybody's models,
// and takes back its own.
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
	if c.damaged > 0 {
		out = append(out, writers.LeftOut{What: "damaged records", Why: "they could not be read", Count: c.damaged})
	}
	return out
}
