// Package caseless finds a text in bytes at the speed of memory, ignoring the case of ASCII letters.
//
// Letters that differ in case differ in one bit. The package ignores that bit in all bytes, so it also treats a few
// other characters as equal, such as @ and `. It is for callers that rule out bytes that cannot hold a text, and then
// look closer.
package caseless
