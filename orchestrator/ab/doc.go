// Package ab holds contests: several CLIs get the same prompt from the same point at the same time, each in its own
// copy of the folder.
//
//	plan.go       the subject of a contest, and its contestants
//	contest.go    a contest's record; folder.go, where the records are
//	runner.go     holds a contest: makes the copies, decides who works when, ends it
//	elsewhere.go  lets a contestant work on another machine
//	contestant.go one contestant's steps: copy, run, commit, check
//	pick.go       brings the winner's work into the user's folder, and continues its session there
//	clean.go      removes what remains of a contest
//
// The user's folder is not touched until a winner is picked. A contestant's failure is part of the result, not an
// error.
package ab
