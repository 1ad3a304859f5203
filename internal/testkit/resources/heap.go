// Package resources measures and limits the resources of the machine that a test uses.
package resources

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"
)

// mostGarbage is about how much garbage counts as in use.
const mostGarbage = 8 << 20

// PeakHeap returns by how much the heap grew at most while fn ran.
func PeakHeap(fn func()) uint64 {
	runtime.GC()
	before := Heap()
	// What was there before must not let more garbage lie about.
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

// Heap returns how many bytes of the heap are in use.
func Heap() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
