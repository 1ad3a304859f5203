// Package cli is stead's command line. It assembles the groups of verbs. Each group is a package below it that turns
// flags into options, calls the packages below the command line and shows what they return.
//
// # Conventions
//
// Standard output has the result and nothing else; notes and warnings go to standard error. Lists are formatted for
// people at a terminal. With --json they are for programs: an array for a list, one value per line for a stream.
// NO_COLOR is obeyed. An error is
//
//	stead: what was tried: what is wrong
//	hint: what to do
//
// and the exit code shows its kind (package failure).
package cli
