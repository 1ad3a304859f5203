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

// Leaving is how sessions leave this machine for another one of the user's, where they go on.
type Leaving struct {
	// Target is the CLI in which they go on. What its vendor has already is masked by redaction.Always alone.
	Target adapter.Info
	// Vendor returns the vendor of a CLI, by its name.
	Vendor func(string) string
	// Redaction says whether the secrets that Secrets finds are masked.
	Redaction redaction.Policy
	Secrets   redaction.Detector
}

// Stream returns the session as it may leave. A session in which nothing is to be masked stays as it is, with its
// original records: they can go back byte for byte. Of one that is masked, no entry that may hold a secret keeps its
// record. Masked says what was masked in the last range over it; it is nil where nothing was. The session is read to
// its end for that. Errors are the stream's, and a [redaction.SecretsError] when the user must be asked.
func (l Leaving) Stream(ctx context.Context, s timeline.Stream) (
	left timeline.Stream, masked func() writers.Secrets, err error) {
	if !l.Redaction.IsOn() {
		return s, nil, nil
	}
	target := l.Target
	target.TakesThinking = true // what becomes of thinking is decided where it arrives
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
		err = found // they stand in records alone
	}
	return chosen.Stream, func() writers.Secrets {
		var r writers.Report
		chosen.Complete(&r)
		return r.Secrets
	}, err
}

// record is the member of an entry in which its record is searched.
const record = "native"

// withRecords returns the session with everything in plain sight that leaves with it: records, which no CLI gets from
// another one, and what is hidden from the model.
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
