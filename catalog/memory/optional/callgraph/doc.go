// Package callgraph records the functions in the code that sessions touched, and which functions call which, in the
// tables functions and edges.
//
// It reads Go files with go/parser, with exact lines and signatures. It reads others with Universal Ctags if that is
// installed, and takes a name before a parenthesis in a function's lines for a call. Calls are matched to functions by
// name, so most edges are guesses: see their confidence.
//
// It reads only regular files below the folder of a session that touched them, up to a maximum size. It does not read
// an unchanged file again.
package callgraph
