//go:build unix

package delivery

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"stead/adapters/adapter"
	"stead/inject/injection"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/inject/redaction/rules"
	"stead/internal/testkit/corpus"
	readclaude "stead/readers/claude"
	readcodex "stead/readers/codex"
	"stead/timeline/store"
	"stead/writers"
	writecodex "stead/writers/codex"
)

// BenchmarkDelivery measures what a delivery takes, without and with a search for secrets, of which there are none: the
// session is read, kept in a journal, written for Codex and read back. The processor's time counts, which neighbours on
// the machine do not add to.
func BenchmarkDelivery(b *testing.B) {
	for name, masking := range map[string]redaction.Policy{"unsearched": "", "searched": redaction.Mask} {
		b.Run(name, func(b *testing.B) {
			path := generated(b)
			policies := policy.Policies{Redaction: masking, Detector: rules.New(nil),
				Vendor: func(cli string) string { return cli }}
			policies.Detector.Find("x") // compiles the rules
			begin := processorTime()
			for b.Loop() {
				deliverOnce(b, path, policies)
			}
			b.ReportMetric(float64((processorTime()-begin).Milliseconds())/float64(b.N), "cpu-ms/op")
		})
	}
}

const generatedSize = 50 << 20

// generated is the path of a session of Claude Code.
func generated(b *testing.B) string {
	path := filepath.Join(b.TempDir(), "00000000-0000-4000-8000-000000000001.jsonl")
	file, err := os.Create(path)
	if err == nil {
		err = errors.Join(corpus.Write(file, "00000000-0000-4000-8000-000000000001", generatedSize, 1), file.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
	return path
}

func deliverOnce(b *testing.B, path string, policies policy.Policies) {
	s, err := readclaude.Reader{}.Open(b.Context(), adapter.Location{Path: path})
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	target := injection.Target{Reader: readcodex.Reader{}, Writer: writecodex.Writer{},
		Store: adapter.Store{CLI: "codex", Root: dir}}
	policies.Learned = policies.Learner(target.Writer.Info())
	journal, err := store.Create(filepath.Join(dir, "timeline.jsonl"), policies.Learned.Over(s))
	if err != nil {
		b.Fatal(err)
	}
	chosen, err := policy.Select(b.Context(), s, target.Writer.Info(), policies)
	if err == nil {
		_, err = target.Deliver(b.Context(), chosen, writers.Options{Dir: dir, Now: time.Now(), NewID: uuid.NewString})
	}
	if err = errors.Join(err, journal.Close()); err != nil {
		b.Fatal(err)
	}
}

func processorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
