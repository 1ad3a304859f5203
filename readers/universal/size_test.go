package universal_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/readers/universal"
	"stead/timeline"
)

// long returns a session of entries of 1.5 kB each. A native record is the largest part of each entry.
func long(entries int) timeline.Stream {
	body := strings.Repeat(`Some text with a \"quote\" and a line\n`, 10)
	return timeline.Stream{Header: family().Header, Entries: func(yield func(*timeline.Entry, error) bool) {
		for i := range entries {
			e := &timeline.Entry{
				ID: fmt.Sprintf("e%d", i), Timestamp: "2026-11-20T10:00:00Z", Type: timeline.Assistant,
				Content: timeline.RawText([]byte(`"` + body + `"`)),
				Model:   "m", Usage: &timeline.Usage{Input: 1, Output: 2},
				Native: &timeline.Record{CLI: "claude", Line: i + 1,
					Raw: []byte(`{"type":"assistant","message":{"content":[{"type":"text","text":"` + body + body + `"}]}}`)},
			}
			if !yield(e, nil) {
				return
			}
		}
	}}
}

func TestMemoryDoesNotGrowWithTheSession(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 55 MB twice")
	}
	for encoding := range encodings {
		path := filepath.Join(t.TempDir(), encoding)
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		write := timeline.WriteDocument
		if encoding == "lines" {
			write = timeline.WriteLines
		}
		if _, err := write(file, long(40_000)); err != nil {
			t.Fatal(err)
		}
		file.Close()
		s, err := universal.Reader{}.Open(t.Context(), adapter.Location{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range s.Entries {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n%10_000 == 0 {
				var stats runtime.MemStats
				if runtime.ReadMemStats(&stats); stats.HeapAlloc > 32<<20 {
					t.Errorf("%s: %d MB of memory after %d entries", encoding, stats.HeapAlloc>>20, n)
				}
			}
		}
		if n != 40_000 {
			t.Errorf("%s: %d entries", encoding, n)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for encoding, write := range encodings {
		b.Run(encoding, func(b *testing.B) {
			var out bytes.Buffer
			if _, err := write(&out, long(20_000)); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(out.Len()))
			path := filepath.Join(b.TempDir(), "session")
			if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				s, err := universal.Reader{}.Open(b.Context(), adapter.Location{Path: path})
				if err != nil {
					b.Fatal(err)
				}
				for _, err := range s.Entries {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func TestNameWithoutAnEndIsRefused(t *testing.T) {
	document := []byte(`{"version":"1.0","` + strings.Repeat("x", 1<<20) + `":1,"timeline":[]}`)
	if _, err := open(t, document); !errors.Is(err, adapter.ErrFormat) {
		t.Error(err)
	}
}

func TestHeaderThatIsTooLargeIsRefused(t *testing.T) {
	document := []byte(`{"version":"1.0","x":"` + strings.Repeat("x", 65<<20) + `","timeline":[]}`)
	if _, err := open(t, document); !errors.Is(err, adapter.ErrFormat) {
		t.Error(err)
	}
}
