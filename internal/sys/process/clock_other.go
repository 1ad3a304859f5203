//go:build !linux && !darwin

package process

import "time"

var begun = time.Now()

// SinceBoot returns the time of Go's clock, which counts the machine's sleep on Windows.
func SinceBoot() time.Duration { return time.Since(begun) }
