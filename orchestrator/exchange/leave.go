package exchange

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"stead/adapters/adapter"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/timeline"
	"stead/writers"
)

// Leaving prepares sessions to leave this machine for another one of the user's, where they continue.
type Leaving struct {
	// Target is the CLI in which they continue. Only redaction.Always masks text that its vendor already has.
	Target adapter.Info
	// Vendor returns the vendor of a CLI, by its name.
	Vendor func(string) string
	// Redaction says whether the secrets that Secrets finds are masked.
	Redaction redaction.Policy
	Secrets   redaction.Detector
}

// Stream returns the session in the form that may leave. A session without secrets stays unchanged, with its original
// records, which can be restored byte for byte. In a masked session, no entry that may hold a secret keeps its record.
// Masked returns what was masked in the last range over the session; it is nil if nothing was. Stream reads the session
// to its end. Errors are the stream's, and a [redaction.SecretsError] when the user must be asked.
func (l Leaving) Stream(ctx context.Context, s timeline.Stream) (
	left timeline.Stream, masked func() writers.Secrets, err error) {
	if !l.Redaction.IsOn() {
		return s, nil, nil
	}
	target := l.Target
	target.TakesThinking = true // the receiving side decides about thinking
	p := policy.Policies{Vendor: l.Vendor, Detector: l.Secrets, Redaction: l.Redaction.Unasked()}
	p.Learned, p.Redaction = p.Learner(target), redaction.Ask
	var found *redaction.SecretsError
	if _, err := policy.Select(ctx, withRecords(s), target, p); err == nil {
		return s, nil, nil
	} else if !errors.As(err, &found) {
		return s, nil, err
	}
	p.Redaction = l.Redaction
	chosen, err := policy.Select(ctx, s, target, p)
	if err == nil && l.Redaction == redaction.Ask {
		err = found // only records hold the secrets
	}
	return chosen.Stream, func() writers.Secrets {
		var r writers.Report
		chosen.Complete(&r)
		return r.Secrets
	}, err
}

// record is the name of the member in which an entry's record is searched.
const record = "native"

// withRecords returns the session with everything visible that leaves with it: records, which no CLI gets from another
// one, and entries that are hidden from the model.
func withRecords(s timeline.Stream) timeline.Stream {
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range entries {
			if err == nil {
				e = withRecord(*e)
			}
			if !yield(e, err) {
				return
			}
		}
	}
	s.Children = slices.Clone(s.Children)
	for i, child := range s.Children {
		s.Children[i] = withRecords(child)
	}
	return s
}

func withRecord(e timeline.Entry) *timeline.Entry {
	e.Hidden = false
	if e.Native == nil || len(e.Native.Raw) == 0 {
		return &e
	}
	text := e.Native.Raw
	if !json.Valid(text) {
		text = timeline.NewText(string(text)).JSON()
	}
	e.Extra = maps.Clone(e.Extra)
	if e.Extra == nil {
		e.Extra = timeline.Extra{}
	}
	e.Extra[record] = text
	return &e
}
