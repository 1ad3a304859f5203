package injection_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/internal/testkit/sample"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

var codex = adapter.Info{Name: "codex", Title: "Codex", Vendor: "openai"}

func vendor(cli string) string {
	return map[string]string{"claude": "anthropic", "codex": "openai"}[cli]
}

// store is a target whose sessions are kept in memory; lose drops an entry on the way, as a faulty writer would, and
// change is how its format has an entry; read is how it has them all.
type store struct {
	readers.Reader
	path   string
	lose   string
	change func(timeline.Entry) timeline.Entry
	read   func([]*timeline.Entry) []*timeline.Entry
	kept   []*timeline.Entry
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
			if s.change != nil {
				changed := s.change(*e)
				e = &changed
			}
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
	return writers.Receipt{Report: report, ID: p.ID, Path: p.Path, Files: []string{p.Path}},
		os.WriteFile(p.Path, nil, 0o600)
}

func (s *store) Open(context.Context, adapter.Location) (timeline.Stream, error) {
	if s.read != nil {
		return timeline.Stream{Entries: timeline.Of(s.read(s.kept)...)}, nil
	}
	return timeline.Stream{Entries: timeline.Of(s.kept...)}, nil
}

func deliver(t *testing.T, lose string, stream timeline.Stream) (writers.Receipt, string, error) {
	t.Helper()
	return deliverTo(t, &store{path: filepath.Join(t.TempDir(), "new"), lose: lose}, stream)
}

func deliverTo(t *testing.T, s *store, stream timeline.Stream) (writers.Receipt, string, error) {
	t.Helper()
	chosen, err := policy.Select(t.Context(), stream, codex, policy.Policies{Vendor: vendor})
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := injection.Target{Reader: s, Writer: s}.Deliver(t.Context(), chosen, writers.Options{})
	return receipt, s.path, err
}

func TestDeliveryIsProvenAndReportsWhatWasLeftOut(t *testing.T) {
	receipt, path, err := deliver(t, "", sample.Turns())
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
		_, path, err := deliver(t, id, sample.Turns())
		if !errors.Is(err, injection.ErrUnconfirmed) {
			t.Errorf("%s was lost, and the error is %v", id, err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s was lost, and the file stays", id)
		}
	}
}

// TestWhatIsOnlyTriedOutMustArriveToo tries a delivery out: that fails as the delivery itself would.
func TestWhatIsOnlyTriedOutMustArriveToo(t *testing.T) {
	for lose, want := range map[string]error{"result2": injection.ErrUnconfirmed, "": nil} {
		s := &store{lose: lose, path: filepath.Join(t.TempDir(), "session")}
		chosen, err := policy.Select(t.Context(), sample.Turns(), codex, policy.Policies{Vendor: vendor})
		if err != nil {
			t.Fatal(err)
		}
		err = injection.Target{Reader: s, Writer: s}.Try(t.Context(), chosen, writers.Options{})
		if !errors.Is(err, want) {
			t.Errorf("without %q: %v", lose, err)
		}
	}
}

// TestWhyACallFailedMayArriveInItsOutput delivers results that failed into formats with and without a field for the
// reason.
func TestWhyACallFailedMayArriveInItsOutput(t *testing.T) {
	for name, c := range map[string]struct {
		output, reason, written string
		arrives                 bool
	}{
		"before the output":        {"half of it", "timed out", "timed out\nhalf of it", true},
		"in place of no output":    {"", "no such file", "no such file", true},
		"as a CLI begins its own":  {"", "Exit code 1\n# app", "exit code 1\n# app", true},
		"as another begins it":     {"", "Exit code 1\n# app", "Exit code 1\n# app", true},
		"as it begins, and output": {"# app", "Exit code 1", "Exit code 1\n# app", true},
		"nowhere, with output":     {"half of it", "timed out", "half of it", true},
		"nowhere":                  {"", "no such file", "", false},
		"instead of the output":    {"half of it", "timed out", "timed out", false},
	} {
		t.Run(name, func(t *testing.T) {
			failed := sample.Turns()
			failed.Entries = timeline.Of(
				&timeline.Entry{ID: "call", Type: timeline.ToolCall, Tool: timeline.Bash},
				&timeline.Entry{ID: "result", Type: timeline.ToolResult, CallID: "call", Output: timeline.NewText(c.output),
					Error: timeline.NewText(c.reason)},
			)
			s := &store{path: filepath.Join(t.TempDir(), "new"), change: func(e timeline.Entry) timeline.Entry {
				if e.Type == timeline.ToolResult {
					e.Output, e.Error = timeline.NewText(c.written), timeline.Text{}
				}
				return e
			}}
			if _, _, err := deliverTo(t, s, failed); (err == nil) != c.arrives {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// TestResultsMayComeTogether delivers calls that overlap into a format that has all calls of a response before their
// results. That prompts change places is no such thing.
func TestResultsMayComeTogether(t *testing.T) {
	call := func(id string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: timeline.ToolCall, Tool: timeline.Bash}
	}
	result := func(id string) *timeline.Entry {
		return &timeline.Entry{ID: id + "-result", Type: timeline.ToolResult, CallID: id, Output: timeline.NewText(id)}
	}
	text := func(kind timeline.EntryType, id string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: kind, Content: timeline.NewText(id)}
	}
	sent := []*timeline.Entry{
		text(timeline.User, "go"), call("a"), call("b"), result("b"), text(timeline.User, "hurry"), call("c"), result("a"),
		result("c"),
		text(timeline.Assistant, "done"),
	}
	for name, c := range map[string]struct {
		order   []int
		arrives bool
	}{
		"together":                 {[]int{0, 1, 2, 5, 3, 6, 7, 4, 8}, true},
		"without a result":         {[]int{0, 1, 2, 5, 3, 6, 4, 8}, false},
		"with one result twice":    {[]int{0, 1, 2, 5, 3, 3, 7, 4, 8}, false},
		"with the prompts swapped": {[]int{4, 1, 2, 5, 3, 6, 7, 0, 8}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := &store{path: filepath.Join(t.TempDir(), "new")}
			s.read = func([]*timeline.Entry) []*timeline.Entry {
				var written []*timeline.Entry
				for _, i := range c.order {
					written = append(written, sent[i])
				}
				return written
			}
			stream := sample.Turns()
			stream.Entries = timeline.Of(sent...)
			if _, _, err := deliverTo(t, s, stream); (err == nil) != c.arrives {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func TestDeliveryOfABrokenStreamFails(t *testing.T) {
	broken := sample.Turns()
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
	nothing := sample.Turns()
	nothing.Entries = timeline.Of()
	_, path, err := deliver(t, "", nothing)
	if !errors.Is(err, adapter.ErrEmpty) || errors.Is(err, injection.ErrUnconfirmed) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file stays")
	}
}
