package replica_test

import (
	"context"
	"testing"
	"time"

	"stead/reach/replica"
)

// BenchmarkEntry measures how long it takes until a hub in another process has an entry of 1.5 kB that is appended
// alone.
func BenchmarkEntry(b *testing.B) {
	h := newHub(b)
	m := team(b, h.url())[0]
	j := m.begin(b)
	p := replica.New(m.options(replica.Options{}))
	must(b, p.Begin(b.Context()))
	for b.Loop() {
		write(b, j, 1)
		must(b, p.Sync(b.Context()))
	}
}

// BenchmarkEntries measures how many entries of 1.5 kB one run brings to a hub in another process.
func BenchmarkEntries(b *testing.B) {
	h := newHub(b)
	m := team(b, h.url())[0]
	j := m.begin(b)
	p := replica.New(m.options(replica.Options{}))
	must(b, p.Begin(b.Context()))
	count, took := 0, time.Duration(0)
	for b.Loop() {
		write(b, j, 100)
		count += 100
		begin := time.Now()
		must(b, p.Sync(context.Background()))
		took += time.Since(begin)
	}
	b.ReportMetric(float64(count)/took.Seconds(), "entries/s")
}
