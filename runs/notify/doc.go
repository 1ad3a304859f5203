// Package notify tells the user that a session has finished or waits, wherever the user is.
//
// An [Event] describes what happened. A [Notifier] applies the user's filters and quiet hours to it and passes it to
// each [Channel]: the terminal's bell and notification, the desktop, a command, a webhook. A channel has a goroutine
// and a short queue of its own, so a webhook that hangs delays no other channel. [Follower] makes events from the
// successive records of a run.
//
// Programs (commands and webhooks) get an event as JSON:
//
//	{"kind": "waiting", "at": "2026-11-21T21:04:05Z", "cli": "codex", "session": "codex:01a1fa47-...", "project": "/home/user/demo-x",
//	 "run": "20261121-205842-ab12", "about": "shell: rm -rf build", "command": "stead attach 20261121-205842-ab12",
//	 "text": "codex waits in demo-x: shell: rm -rf build"}
//
// Chat services can show the text unchanged. A command also gets each member as an environment variable:
// STEAD_EVENT_KIND, STEAD_EVENT_SESSION and so on.
//
// All content of an event comes from strangers: models, tools, file names. It is made plain before it reaches any
// channel, and each channel escapes what its own syntax demands.
package notify
