package node

import (
	"testing"
	"time"
)

// The lock of a node that was killed goes a moment after it: what starts the next one at once is not refused.
func TestNodeWaitsForOneThatEnds(t *testing.T) {
	data := t.TempDir()
	ends, err := become(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(200*time.Millisecond, func() { _ = ends.Unlock() })
	next, err := become(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	_ = next.Unlock()
}
