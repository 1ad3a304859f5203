// Package errand has another machine carry out a verb of stead, as if it was typed there: with a standard input and
// output, and with a terminal where the asker has one. So all that a verb shows and does on its own machine, it shows
// and does from any other.
//
// Both sides write messages: a letter, the length of the text in four bytes (big endian), the text. The asker begins
// with what it wants.
package errand
