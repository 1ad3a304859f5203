// Package others collects what the APIs of the user's other machines report: the newest sessions and runs of each, and
// which machine is away.
//
// Machines are asked in the background and only while a user looks, so that no list waits for them.
package others
