// Package journey takes a session and the work in its folder to another machine, and brings what became of them home.
//
// An [Arrival] is what has come to this machine, a [Departure] what has left it. Both are kept until their user removes them: the worktree of an arrival has
// what its runs do, and the snapshot of a departure is where that comes home to.
package journey
