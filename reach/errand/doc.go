// Package errand lets another machine carry out a stead command as if it was typed there: with standard input and
// output, and with a terminal if the asker has one. So everything that a verb shows and does on its own machine, it
// shows and does from any other.
//
// Both sides write messages: a letter, the length of the text in four bytes (big endian), the text. The asker begins
// with its request.
package errand
