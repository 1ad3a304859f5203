// Package capture turns what a CLI does into timeline entries while it does it.
//
// The tail of the CLI's own store is the truth: [Follow] waits for the store to change and hands on what came. The file
// system's notice of a change is quick but not to be trusted alone (network disks give none, queues overflow), so a
// slow poll runs beside it; whoever is first, each record is handed on once, as the tail remembers how far it has come.
//
// The terminal is the other channel: what a person saw, kept by [Recording], and what the CLI shows of its state there,
// heard by [EventLog] (a headless CLI's event stream), [OSCParser] (titles and notifications), [Repaint] and
// [TextWaiter] (the screen) and [Activity] (that there is any sign of life). It never feeds the timeline.
package capture
