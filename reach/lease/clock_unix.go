//go:build linux || darwin

package lease

import (
	"time"

	"golang.org/x/sys/unix"
)

var origin = time.Now()

func sinceBoot() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(sleepless, &now); err != nil {
		return time.Since(origin) // a kernel without that clock: then sleep is not seen, and only the fence helps
	}
	return time.Duration(now.Nano())
}
