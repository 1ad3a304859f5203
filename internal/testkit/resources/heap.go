// Package resources measures and limits the resources of the machine that a test uses.
package resources

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"
)

// mostGarbage is approximately how much garbage counts as in use.
const mostGarbage = 8 << 20

// PeakHeap returns the maximum growth of the heap while fn runs.
func PeakHeap(fn func()) uint64 {
	runtime.GC()
	before := Heap()
	// A large heap before the call must not allow more garbage.
	defer debug.SetGCPercent(debug.SetGCPercent(int(min(50, max(1, 100*mostGarbage/max(before, 1))))))
	ctx, stop := context.WithCancel(context.Background())
	peak := make(chan uint64)
	go func() {
		highest := before
		ticks := time.NewTicker(time.Millisecond)
		defer ticks.Stop()
		for ctx.Err() == nil {
			highest = max(highest, Heap())
			<-ticks.C
		}
		peak <- highest
	}()
	fn()
	stop()
	return <-peak - before
}

// Heap returns the number of bytes of the heap that are in use.
func Heap() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
