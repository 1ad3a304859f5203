package readers

import "stead/timeline"

// Carrier is a reader of a format in which sessions of other CLIs are exchanged.
type Carrier interface {
	// Carried returns the possible names of the CLI that the session comes from, the most likely first, judging by the
	// header. There may be none.
	Carried(timeline.Header) []string
}
