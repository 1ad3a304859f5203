// Package session runs a CLI on the session that was delivered to it. It starts the CLI under a pty, proves which
// session it opened, copies new entries into the run's journal, records what the CLI is doing, types the run's orders,
// and reports how the CLI ended.
//
// Each of these tasks has a file of its own; supervisor (supervise.go) combines them.
//
//	status.go    what the CLI is doing, as it shows it
//	follow.go    the entries that its session gains; await.go waits for a session that the CLI itself begins
//	enter.go     where the run continues when the user opens another session in the CLI; screen.go knows which one
//	prove.go     which session the CLI has open
//	keyboard.go  types into the CLI; orders.go has the run's orders, paste.go how a text arrives
//	outcome.go   how the CLI ended
package session
