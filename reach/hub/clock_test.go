package hub_test

import (
	"context"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"stead/reach/hub"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

// TestClocksOfHubAndMachinesMayBeOff has the hub's clock ten minutes behind those of the machines, and ahead of them. A
// line is good for as long as the hub has said.
func TestClocksOfHubAndMachinesMayBeOff(t *testing.T) {
	t.Parallel()
	for name, off := range map[string]time.Duration{"behind": -10 * time.Minute, "ahead": 10 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			var passed atomic.Int64
			h := openAt(t, func() time.Time { return time.Now().Add(off + time.Duration(passed.Load())) })
			good, late := invited(t, h, time.Minute), invited(t, h, time.Minute)
			read, err := member.ParseLine(good.String())
			if err != nil {
				t.Fatal(err)
			}
			m, err := link.Join(t.Context(), read, "laptop", nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := dial(t, m).FlushTimeout(longTime); err != nil {
				t.Error(err)
			}
			passed.Store(int64(2 * time.Minute))
			if _, err := link.Join(t.Context(), late, "desk", nil); err == nil || err.Error() != member.ErrExpired.Error() {
				t.Errorf("when it has expired by the hub's clock it is %v", err)
			}
		})
	}
}

// openAt runs a hub by a clock until the test is over.
func openAt(t *testing.T, now func() time.Time) *hub.Hub {
	t.Helper()
	folder, err := os.MkdirTemp("", "hub") // a test's own folder has too long a path for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	ctx, cancel := context.WithTimeout(t.Context(), longTime)
	defer cancel()
	h, err := hub.Open(ctx, hub.Options{Folder: folder, Listen: "127.0.0.1:0",
		Limits: layout.Limits{Store: 1 << 30, Replicas: 1}, Failed: func(err error) { t.Log(err) }, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}
