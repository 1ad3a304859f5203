//go:build linux || darwin

package process

import (
	"time"

	"golang.org/x/sys/unix"
)

var begun = time.Now()

// SinceBoot returns the time since the machine has started. It cannot be set, and it passes while the machine sleeps,
// too.
func SinceBoot() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(sleepless, &now); err != nil {
		return time.Since(begun) // a kernel without that clock: sleep is not visible then, and only the fence helps
	}
	return time.Duration(now.Nano())
}
