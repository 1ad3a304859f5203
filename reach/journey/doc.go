// Package journey takes a session and the work in its folder to another machine, and brings the results home.
//
// An [Arrival] is work that has come to this machine; a [Departure] is work that has left it. The worktree of an
// arrival has the changes that its runs make, and is removed with the last of them. The snapshot of a departure is the
// state that the work returns to. It is kept for 90 days.
package journey
