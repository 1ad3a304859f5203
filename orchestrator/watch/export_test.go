package watch

import "time"

// Hurry makes what happens now and then happen often.
func Hurry() { beat, poll, settle = 10*time.Millisecond, 100*time.Millisecond, 50*time.Millisecond }
