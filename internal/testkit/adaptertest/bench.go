package adaptertest

import (
	"context"
	"io"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// benchmarkSize is the size of the session that the benchmarks read: large enough that the time to open it does not
// matter.
const benchmarkSize = 32 << 20

// Benchmark measures reading, restoring from native records, converting without them, and listing.
func Benchmark(b *testing.B, a Adapter) {
	b.Run("read", func(b *testing.B) { a.benchmarkRead(b) })
	if a.Writer != nil {
		b.Run("restore", func(b *testing.B) { a.benchmarkEncode(b, func(s timeline.Stream) timeline.Stream { return s }) })
		b.Run("convert", func(b *testing.B) { a.benchmarkEncode(b, withoutNatives) })
	}
	if a.Recorded.Root != "" {
		b.Run("list", func(b *testing.B) { a.benchmarkList(b) })
	}
}

// long places the first fixture and lengthens it.
func (a Adapter) long(b *testing.B) session {
	s := a.first(b)
	if a.Records == nil {
		lengthen(b, s.location.Path, benchmarkSize>>13, 1<<13)
	}
	b.SetBytes(int64(len(s.file(b))))
	return s
}

func (a Adapter) benchmarkRead(b *testing.B) {
	s := a.long(b)
	b.ReportAllocs()
	for b.Loop() {
		readAll(b, a, s)
	}
}

func (a Adapter) benchmarkEncode(b *testing.B, prepare func(timeline.Stream) timeline.Stream) {
	s := a.long(b)
	b.ReportAllocs()
	for b.Loop() {
		plan, err := a.Writer.Plan(s.store, prepare(a.open(b, s)), options(""))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := a.Writer.Encode(context.Background(), io.Discard, plan); err != nil {
			b.Fatal(err)
		}
	}
}

func withoutNatives(s timeline.Stream) timeline.Stream {
	return s.Filter(func(e *timeline.Entry) (*timeline.Entry, bool) {
		bare := *e
		bare.Native = nil
		return &bare, true
	})
}

func (a Adapter) benchmarkList(b *testing.B) {
	s := a.shelve(b)
	for b.Loop() {
		for _, err := range readers.List(context.Background(), a.Reader, s.store, readers.Query{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkConvert measures the writing of another CLI's session that has the shape of a long one: most of it is tool
// output of some kilobytes.
func BenchmarkConvert(b *testing.B, w writers.Writer) {
	s := sample.Long(2000)
	b.ReportAllocs()
	var size counter
	for b.Loop() {
		size = 0
		plan, err := w.Plan(adapter.Store{}, s, writertest.Options())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := w.Encode(b.Context(), &size, plan); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(size))
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
