//go:build race

package adaptertest

const raceEnabled = true
