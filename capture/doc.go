// Package capture turns the actions of a CLI into timeline entries as they happen.
//
// The CLI's own store is the source of truth: [Follow] waits for the store to change and passes on the new records. The
// file system's notices of changes are fast but unreliable (network disks send none, queues overflow), so a slow poll
// runs beside them. Whichever is first, each record is passed on once, because the tail remembers its position.
//
// The terminal is the other channel. [Recording] keeps what a person saw. [EventLog] (a headless CLI's event stream),
// [OSCParser] (titles and notifications), [Repaint] and [TextWaiter] (the screen) and [Activity] (any sign of life)
// observe the state that the CLI shows there. The terminal never feeds the timeline.
package capture
