//go:build !race

package resources

// RaceEnabled reports whether the race detector is on, which takes additional time and memory.
const RaceEnabled = false
