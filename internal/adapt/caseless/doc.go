// Package caseless finds a text in bytes, whatever the case of its ASCII letters, as quickly as memory is read.
//
// Letters that differ by their case differ in one bit. The package ignores that bit in all bytes, so it takes a few
// others for equal as well, such as @ and `. It is for those who rule out what cannot hold a text, and then look
// closer.
package caseless
