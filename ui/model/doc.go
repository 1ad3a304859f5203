// Package model holds what people see of the machine's sessions and runs when they browse them, in a terminal or by the
// API: lists, pages of a session's entries, hits, families, sums, runs, and what changes.
//
// It decides nothing of its own: catalog, live view and the use cases do the work, as they do for the verbs of the
// command line. What it adds is the form: values that are complete in themselves, of bounded size, with the names by
// which the API documents them. It knows no HTTP.
//
// Texts are those of the sessions, which strangers may have written: whoever draws them makes them harmless.
package model
