package cli

import (
	"runtime"
	"runtime/debug"
)

// delayed lets the heap grow to 16 MiB before the first collection. It is unlike any value that a verb sets, by which a
// later one is known.
const delayed = 390

// delayCollection has the garbage collected first when the heap has 16 MiB instead of 4, and from then on as usual, or
// as the verb has set meanwhile. Most verbs end before: a search takes a seventh less of the processor's time. It is
// not for a process that stays, whose memory would stay, too. Go's own compiler begins so (AdjustStartingHeap in
// cmd/compile/internal/base).
func delayCollection() {
	usual := debug.SetGCPercent(delayed)
	if usual != 100 { // the user has set GOGC
		debug.SetGCPercent(usual)
		return
	}
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		if now := debug.SetGCPercent(usual); now != delayed {
			debug.SetGCPercent(now)
		}
	})
}
