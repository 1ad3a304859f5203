//go:build !linux && !darwin

package lease

import "time"

var origin = time.Now()

// sinceBoot is Go's clock, which counts the machine's sleep on Windows.
func sinceBoot() time.Duration { return time.Since(origin) }
