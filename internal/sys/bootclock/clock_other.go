//go:build !linux && !darwin

package bootclock

import "time"

var origin = time.Now()

// Now is Go's clock, which counts the machine's sleep on Windows.
func Now() time.Duration { return time.Since(origin) }
