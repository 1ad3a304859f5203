// Package jsonl reads files of JSON Lines that may be gigabytes long. It is the one pipeline below every adapter of
// such a format.
//
// Memory use is bounded by the chunks in flight, whatever the size of the file; only a line longer than a chunk is held
// whole. Lines are scanned, not decoded: [Members] walks an object without building one, and a [Value] shares the
// line's memory, so that bodies can be passed on unchanged. Only this package depends on the choice of JSON decoder.
package jsonl
