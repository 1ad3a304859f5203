package cusf

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"math"
	"slices"

	"stead/adapters/adapter"
	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/readers"
)

var _ readers.Rebuilder = Reader{}

// Schema returns the schema of a line. See [readers.Validator].
func (Reader) Schema() []byte { return format.SchemaJSON }

// standard is the name of the standard that Validate checks.
const standard = "CODITECT-STD-010 " + format.Version

// listed is the maximum number of listed breaches. A file with more has a different problem.
const listed = 1000

// Validate checks a file against the standard, line by line. See [readers.Validator].
func (Reader) Validate(ctx context.Context, location adapter.Location) (readers.Verdict, error) {
	v := newValidation()
	if err := v.run(ctx, location.Path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = adapter.ErrNotFound
		}
		return readers.Verdict{}, fmt.Errorf("validate %s: %w", location.Path, err)
	}
	return v.verdict, nil
}

// validation is the state of a file's validation.
type validation struct {
	verdict readers.Verdict
	rules   rules
	shares  [shareKinds]share
	// bad counts the lines with a breach. last is the newest of these lines.
	bad, last int
	// grave reports a breach for which the standard requires the lowest grade.
	grave bool
}

func newValidation() *validation {
	v := &validation{verdict: readers.Verdict{Standard: standard, Breaches: []readers.Breach{}}}
	v.rules = rules{seed: maphash.MakeSeed(), messages: map[uint64]struct{}{}, tools: map[uint64]*use{}, report: v.report}
	return v
}

func (v *validation) run(ctx context.Context, path string) error {
	file, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for chunk, err := range jsonl.Map(ctx, file, checkAll) {
		if err = cmp.Or(err, chunk.err); err != nil {
			return err
		}
		for _, c := range chunk.lines {
			v.line(c)
		}
	}
	v.rules.finish()
	v.verdict.Lines = v.rules.lines
	v.verdict.Grade = v.grade()
	slices.SortStableFunc(v.verdict.Breaches, func(a, b readers.Breach) int { return place(a) - place(b) })
	return nil
}

// place returns the sort key of a breach: its line. Breaches of the whole file come last.
func place(b readers.Breach) int {
	if b.Line == 0 {
		return math.MaxInt
	}
	return b.Line
}

func (v *validation) line(c checked) {
	for _, f := range c.faults {
		rule := f.Field
		if f.Missing {
			rule += " required"
			v.grave = true
		}
		v.report(readers.Schema, rule, c.number, false, f.Text)
	}
	v.rules.line(c)
	for kind, s := range c.shares {
		v.shares[kind].have += s.have
		v.shares[kind].of += s.of
	}
}

func (v *validation) report(part readers.Part, rule string, line int, warning bool, text string) {
	if !warning {
		v.grave = v.grave || part == readers.Structure
		if line != v.last || line == 0 {
			v.bad++
		}
		v.last = line
	}
	switch {
	case len(v.verdict.Breaches) < listed:
		v.verdict.Breaches = append(v.verdict.Breaches, readers.Breach{Part: part, Rule: rule, Line: line, Text: text,
			Warning: warning})
	case !warning:
		v.verdict.Unlisted++
	}
}
