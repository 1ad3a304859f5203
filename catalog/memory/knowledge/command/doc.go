// Package command compares shell commands as a person would. It tells whether two commands are the same test run,
// although one changes the folder first, sets a variable or cuts the output; whether one runs a part of what the other
// runs; and whether a command only looks or changes something.
//
// The shell's own grammar decides what the words are (mvdan.cc/sh). A line that does not parse is compared unchanged.
package command
