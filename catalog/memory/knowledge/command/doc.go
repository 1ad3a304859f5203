// Package command compares shell commands as a person would: whether two are the same test run, although one changes
// the folder first, sets a variable or cuts the output; whether one runs a part of what the other runs; whether one
// only looks, or changes something.
//
// The shell's own grammar decides what the words are (mvdan.cc/sh). A line that it cannot read is compared as it
// stands.
package command
