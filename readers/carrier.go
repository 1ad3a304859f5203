package readers

import "stead/timeline"

// Carrier is a reader of a format in which sessions of other CLIs are exchanged.
type Carrier interface {
	// Carried returns the names that the CLI may have whose session it is, the likeliest first, as far as the header
	// tells. There may be none.
	Carried(timeline.Header) []string
}
