// Package session works with a CLI on the session that was delivered to it: it starts the CLI under a pty, proves which
// session it took, brings what that session gains into the run's journal, keeps in the run's record what the CLI is
// doing, types the run's orders, and says how it ended.
//
// Each of these is a part with a file of its own: supervisor (supervise.go) puts them together.
//
//	status.go    what the CLI is doing, by what it shows
//	follow.go    what its session gains; await.go waits for one that the CLI itself begins
//	enter.go     where it goes on when its user opens another session in the CLI; screen.go knows which one is there
//	prove.go     which session it has open
//	keyboard.go  what is typed into it; orders.go what a run is told, paste.go how a text arrives
//	outcome.go   how it ended
package session
