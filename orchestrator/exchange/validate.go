package exchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// ErrNoStandard says that a file is in a format without a standard to validate against.
var ErrNoStandard = errors.New("the format has no standard to validate against")

// Examination is the result of validating a file.
type Examination struct {
	readers.Verdict
	// Reconstructed says, for formats into which a session must be translated, whether the session that was rebuilt from
	// the universal timeline alone equals the file. Difference describes the first difference.
	Reconstructed *bool  `json:"reconstructed,omitempty"`
	Difference    string `json:"difference,omitempty"`
}

// Valid reports whether the file obeys its standard completely.
func (e Examination) Valid() bool { return e.Verdict.Valid() && e.Difference == "" }

// Validate checks a file against the standard of its format, and writes its session again to see whether everything
// comes back. Writer is that of the format. Errors: ErrNoStandard, and those of the file and the context. Faults of the
// file are in the examination.
func Validate(ctx context.Context, source catalog.Source, writer writers.Writer) (Examination, error) {
	validator, ok := source.Reader.(readers.Validator)
	if !ok {
		return Examination{}, fmt.Errorf("validate %s: %w: it is a session of %s", source.Reference(), ErrNoStandard,
			source.Reader.Info().Title)
	}
	verdict, err := validator.Validate(ctx, source.Location)
	if err != nil {
		return Examination{}, err
	}
	e := Examination{Verdict: verdict}
	rebuilder, ok := validator.(readers.Rebuilder)
	if !ok {
		return e, nil
	}
	if e.Difference, err = reconstruct(ctx, source, rebuilder, writer); err != nil {
		return e, err
	}
	isWhole := e.Difference == ""
	e.Reconstructed = &isWhole
	return e, nil
}

// reconstruct compares a file with the session rebuilt without the file's own lines, and returns the first difference.
// It holds neither in memory.
func reconstruct(ctx context.Context, source catalog.Source, validator readers.Rebuilder,
	writer writers.Writer) (string, error) {
	session, err := source.Open(ctx)
	switch {
	case errors.Is(err, adapter.ErrEmpty):
		return "", nil // nothing to rebuild
	case errors.Is(err, adapter.ErrFormat):
		return err.Error(), nil
	case err != nil:
		return "", err
	}
	original, err := regular.Open(source.Location.Path)
	if err != nil {
		return "", err
	}
	defer original.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	again, dst := io.Pipe()
	defer func() { _ = again.Close() }() // also ends the writing
	go func() { dst.CloseWithError(encode(ctx, dst, writer, withoutRecords(session))) }()
	difference, err := validator.Compare(ctx, original, again)
	if err != nil {
		return "", fmt.Errorf("rebuild %s: %w", source.Reference(), err)
	}
	return difference, nil
}

func encode(ctx context.Context, dst io.Writer, writer writers.Writer, s timeline.Stream) error {
	plan, err := writer.Plan(adapter.Store{}, s, writers.Options{ID: cmp.Or(s.Header.ID, "unknown")})
	if err != nil {
		return err
	}
	_, err = writer.Encode(ctx, dst, plan)
	return err
}

// withoutRecords returns the session without native records, as only the universal model has it.
func withoutRecords(s timeline.Stream) timeline.Stream {
	entries := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e, err := range entries {
			if err == nil {
				bare := *e
				bare.Native = nil
				e = &bare
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return s
}
