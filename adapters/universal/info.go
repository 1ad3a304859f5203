// Package universal holds the code that the reader and the writer of the universal format share. Package timeline
// defines the format itself; its published schema is [SchemaJSON].
package universal

import "stead/adapters/adapter"

// Name is the format's name in references, options and native records.
const Name = "universal"

// Info returns the format's description.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "universal session format", Portable: true, KeepsRecords: true,
		TellsDurations: true,
		Signature:      "a JSON object with a timeline, or JSON lines, the first with the format stead-timeline"}
}
