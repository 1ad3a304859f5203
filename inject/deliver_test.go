package inject_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"stead/inject"
	"stead/internal/adapter"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// store is a target whose sessions are kept in memory; lose drops an entry on the way, as a faulty writer would.
type store struct {
	readers.Reader
	path string
	lose string
	kept []*timeline.Entry
}

func (s *store) Info() adapter.Info { return codex }

func (s *store) Plan(_ adapter.Store, stream timeline.Stream, o writers.Options) (writers.Plan, error) {
	return writers.Plan{CLI: "codex", ID: "new", Path: s.path, Stream: stream, Options: o}, nil
}

func (s *store) Encode(_ context.Context, _ io.Writer, p writers.Plan) (r writers.Report, err error) {
	s.kept = nil
	for e, err := range p.Stream.Entries {
		if err != nil {
			return r, err
		}
		if e.ID != s.lose {
			s.kept = append(s.kept, e)
			r.Entries++
		}
	}
	return r, nil
}

func (s *store) Write(ctx context.Context, p writers.Plan) (writers.Receipt, error) {
	report, err := s.Encode(ctx, io.Discard, p)
	if err != nil {
		return writers.Receipt{}, err
	}
	return writers.Receipt{Report: report, ID: p.ID, Path: p.Path, Files: []string{p.Path}}, os.WriteFile(p.Path, nil, 0o600)
}

func (s *store) Open(context.Context, adapter.Location) (timeline.Stream, error) {
	return timeline.Stream{Entries: timeline.Of(s.kept...)}, nil
}

func deliver(t *testing.T, lose string, stream timeline.Stream) (writers.Receipt, string, error) {
	t.Helper()
	s := &store{path: filepath.Join(t.TempDir(), "new"), lose: lose}
	chosen, err := inject.Select(t.Context(), stream, codex, inject.Policies{Vendor: vendor})
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := inject.Target{Reader: s, Writer: s}.Deliver(t.Context(), chosen, writers.Options{})
	return receipt, s.path, err
}

func TestDeliveryIsProvenAndReportsWhatWasLeftOut(t *testing.T) {
	receipt, path, err := deliver(t, "", session())
	if err != nil {
		t.Fatal(err)
	}
	if receipt.Entries == 0 || len(receipt.LeftOut) != 1 || receipt.LeftOut[0].Count != 3 {
		t.Errorf("receipt is %+v", receipt)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestDeliveryThatLosesAnythingFailsAndLeavesNothing(t *testing.T) {
	for _, id := range []string{"user1", "call2", "result2", "answer3"} {
		_, path, err := deliver(t, id, session())
		if !errors.Is(err, inject.ErrUnconfirmed) {
			t.Errorf("%s was lost, and the error is %v", id, err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s was lost, and the file stays", id)
		}
	}
}

func TestDeliveryOfABrokenStreamFails(t *testing.T) {
	broken := session()
	whole := broken.Entries
	broken.Entries = func(yield func(*timeline.Entry, error) bool) {
		for e := range whole {
			if e.ID == "call2" {
				yield(nil, errors.New("the disk is gone"))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
	if _, _, err := deliver(t, "", broken); err == nil {
		t.Error("no error")
	}
}

// TestDeliveryOfNothingIsRefused delivers a session without a conversation.
func TestDeliveryOfNothingIsRefused(t *testing.T) {
	nothing := session()
	nothing.Entries = timeline.Of()
	_, path, err := deliver(t, "", nothing)
	if !errors.Is(err, adapter.ErrEmpty) || errors.Is(err, inject.ErrUnconfirmed) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file stays")
	}
}
