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

// ErrNoStandard says that a file is in a format that has no standard to hold it to.
var ErrNoStandard = errors.New("the format has no standard to validate against")

// Examination is what holding a file to its standard gave.
type Examination struct {
	readers.Verdict
	// Reconstructed tells, in formats into which a session must be translated, that the session, rebuilt from the
	// universal timeline alone, is in the file again. Difference tells the first thing that is not.
	Reconstructed *bool  `json:"reconstructed,omitempty"`
	Difference    string `json:"difference,omitempty"`
}

// Valid reports whether the file obeys its standard in everything.
func (e Examination) Valid() bool { return e.Verdict.Valid() && e.Difference == "" }

// Validate holds a file to the standard of its format, and writes its session anew to see whether everything comes
// back. Writer is that of the format. Errors: ErrNoStandard, and those of the file and the context; what is wrong with
// the file is in the examination.
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

// reconstruct compares a file with what is made of its session without its own lines, and tells the first difference.
// Neither is held.
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
	defer func() { _ = again.Close() }() // ends the writing, too
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

// withoutRecords returns the session as the model alone has it.
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
