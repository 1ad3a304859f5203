// Package journey takes a session and the work in its folder to another machine, and brings what became of them home.
//
// An [Arrival] is what has come to this machine, a [Departure] what has left it. The worktree of an arrival has what
// its runs do: it goes with the last of them. The snapshot of a departure is where that comes home to: it is kept for
// 90 days.
package journey
