// Package ab holds contests: the same prompt from the same point, given to several CLIs at once, each in a copy of the
// folder of its own.
//
//	plan.go       what a contest is about, and who takes part
//	contest.go    a contest's record; folder.go, where the records are
//	runner.go     how a contest is held: the copies, who works when, the end
//	elsewhere.go  how a contestant works on another machine
//	contestant.go one contestant's way: copy, run, commit, check
//	pick.go       how the winner's work comes into the user's folder, and its session goes on there
//	clean.go      what is left of a contest, removed
//
// The user's folder is not touched until a winner is picked. A contestant's failure is a part of the result, not an
// error.
package ab
