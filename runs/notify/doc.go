// Package notify is the ding: it tells the user that a session has finished or waits, wherever the user is.
//
// What happened is an [Event]. A [Notifier] lays the user's filters and quiet hours over it and hands it to each
// [Channel]: the terminal's bell and notification, the desktop, a command, a webhook. A channel has a goroutine and a
// short queue of its own, so a webhook that hangs keeps nobody waiting. [Follower] makes events of the successive
// records of a run.
//
// Programs, which is what commands and webhooks are, get an event as JSON:
//
//	{"kind": "waiting", "at": "2026-11-21T21:04:05Z", "cli": "codex", "session": "codex:01a1fa47-...", "project": "/home/user/demo-x",
//	 "run": "20261121-205842-ab12", "about": "shell: rm -rf build", "command": "stead attach 20261121-205842-ab12",
//	 "text": "codex waits in demo-x: shell: rm -rf build"}
//
// The text is one that chat services show as it is. A command also gets each member as an environment variable:
// STEAD_EVENT_KIND, STEAD_EVENT_SESSION and so on.
//
// All that an event tells comes from strangers: models, tools, file names. It is made plain before any channel has it,
// and each channel escapes what its own syntax demands.
package notify
