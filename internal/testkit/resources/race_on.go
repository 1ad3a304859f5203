//go:build race

package resources

// RaceEnabled reports whether the race detector is on, which takes time and memory of its own.
const RaceEnabled = true
