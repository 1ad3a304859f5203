// Package wake cancels waits for descriptors, by means of an event that poll(2) can wait for at the same time.
package wake

import "errors"

// ErrWoken says that a wait was canceled before its descriptor was ready.
var ErrWoken = errors.New("woken")

// Notify wakes a goroutine that waits on a channel with a buffer of one, so that it checks its condition again.
func Notify(channel chan struct{}) {
	select {
	case channel <- struct{}{}:
	default:
	}
}
