package replica_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"stead/reach/replica"
	"stead/timeline/store"
)

// BenchmarkFollower measures how long after an entry is appended to the local journal a follower has it, at 200 entries a second: milliseconds at p50 and p99.
func BenchmarkFollower(b *testing.B) {
	j, next := watched(b)
	ticker := time.NewTicker(time.Second / 200)
	defer ticker.Stop()
	took := make([]time.Duration, 0, b.N)
	for b.Loop() {
		<-ticker.C
		begin := time.Now()
		write(b, j, 1)
		next(j.Size())
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-max")
}

// BenchmarkEntries measures how many entries of 1.5 kB one run brings to a follower.
func BenchmarkEntries(b *testing.B) {
	j, next := watched(b)
	count, begin := 0, time.Now()
	for b.Loop() {
		write(b, j, 1)
		count++
	}
	next(j.Size())
	b.ReportMetric(float64(count)/time.Since(begin).Seconds(), "entries/s")
}

// watched returns a journal that is published to a hub in another process, and what waits until a follower has so many bytes of it.
func watched(b *testing.B) (*store.Journal, func(size int64)) {
	h := newHub(b)
	ms := team(b, h.url(), h.url())
	j := ms[0].begin(b)
	ms[0].publish(b, 1, replica.Options{})
	f, err := ms[1].source().Follow(0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	return j, func(size int64) {
		for f.Offset() < size {
			if _, err := f.Next(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	}
}
