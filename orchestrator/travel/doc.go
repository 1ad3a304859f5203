// Package travel moves sessions, and the work in their folders, between the user's machines. To do that, a machine asks
// another one to carry out command lines: `stead run`, `stead logs`, `stead stop`, and the parts of the hidden verb
// `stead parcel`. The package knows both sides of these calls. It takes every answer as a stranger's.
//
//	home.go       what the use cases need of this machine
//	parts.go      the parts of the verb parcel, with which machines ask each other
//	giver.go      answers another machine: with sessions; given.go: with what a run has done
//	leaving.go    masks the secrets of a session before it leaves
//	ask.go        asks another machine; stranger.go checks its answers
//	push.go       begins a run on another machine: pick.go, what goes there; queue.go, on any machine that takes it
//	move.go       ends a run here that continues there
//	pull.go       brings a session here; away.go, what the hub has of a machine that is away
//	fetch.go      brings home what a run there has done: homecoming.go, the work; keep.go, the run
//	elsewhere.go  contestants, and steps of chains, on other machines: visit.go, line.go, stay.go, ending.go
//	patience.go   waits for a machine that is away
package travel
