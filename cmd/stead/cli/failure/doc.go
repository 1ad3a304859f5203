// Package failure defines how a command fails: the exit code and the hint of an error, and how an error travels from
// one process of stead to another.
package failure
