//go:build linux || darwin

package bootclock

import (
	"time"

	"golang.org/x/sys/unix"
)

var origin = time.Now()

// Now is the time since the machine has started. No one can set it, and it passes while the machine sleeps, too.
func Now() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(sleepless, &now); err != nil {
		return time.Since(origin) // a kernel without that clock: then sleep is not seen, and only the fence helps
	}
	return time.Duration(now.Nano())
}
