// Package callgraph keeps which functions there are in the code that sessions touched, and which call which: the tables
// functions and edges.
//
// Go files are read by go/parser, with exact lines and signatures. Others are read by Universal Ctags where that is
// installed; a name before a parenthesis in a function's lines is taken for a call. Calls find their function by name,
// so most edges are guesses: see their confidence.
//
// Only files below the folder of a session that touched them are read, regular files that are no larger than a bound. A
// file that has not changed is not read again.
package callgraph
