// Package watch reports changes to the sessions of the machine as they happen, whether stead started the CLI or not: in
// every store, and, for stead's own runs, in the live view (package view).
//
// The package knows nothing of any CLI. The CLI's reader lists the stores. A session that has changed since the last
// list is followed by the reader's tail until nothing has come for a while, and its driver says what the records mean.
// The file system's notices of changes are fast, and a slow list beside them finds the changes that had no notice.
//
// All of it is bounded, whatever is on the machine: the number of watched folders and of followed sessions, and the
// share of time that goes into lists.
package watch
