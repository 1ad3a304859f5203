// Package cli is stead's command line: it puts the groups of verbs together, each a package below it that turns flags
// into options, calls the packages below the command line and shows what they return.
//
// # Manners
//
// Standard output has the result and nothing else; notes and warnings go to standard error. Lists are made for people
// at a terminal, and with --json for programs: an array for a list, a line per value for a stream. NO_COLOR is obeyed.
// An error is
//
//	stead: what was tried: what is wrong
//	hint: what to do
//
// and the exit code tells its kind (package failure).
package cli
