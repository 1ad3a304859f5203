//go:build linux || darwin

package process

import (
	"time"

	"golang.org/x/sys/unix"
)

var begun = time.Now()

// SinceBoot is the time since the machine has started. No one can set it, and it passes while the machine sleeps, too.
func SinceBoot() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(sleepless, &now); err != nil {
		return time.Since(begun) // a kernel without that clock: then sleep is not seen, and only the fence helps
	}
	return time.Duration(now.Nano())
}
