// Package jsonl reads files of JSON Lines that may be gigabytes long: one pipeline under every adapter of such a
// format.
//
// Memory is the chunks in flight, whatever the size of the file; only a line longer than a chunk is held whole. Lines
// are peeked into, not decoded: [Members] walks an object without building one, and a [Value] shares the line's memory,
// so that bodies can be handed on as they are. The choice of JSON decoder is this package's alone.
package jsonl
