package jsonl

import "bytes"

// EscapeSeparators returns a line with U+2028 and U+2029 as escapes. JSON allows them unescaped in strings, but Node's
// readline ends a line at them. CLIs that use it lose such a record (observed with gemini 0.61.0 and qwen 0.24.4).
func EscapeSeparators(line []byte) []byte {
	const both = "\xE2\x80" // U+2028 and U+2029 differ in the byte that follows
	if !bytes.Contains(line, []byte(both)) {
		return line
	}
	line = bytes.ReplaceAll(line, []byte("\u2028"), []byte(`\u2028`))
	return bytes.ReplaceAll(line, []byte("\u2029"), []byte(`\u2029`))
}
