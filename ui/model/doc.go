// Package model holds what people see of the machine's sessions and runs when they browse them, in a terminal or
// through the API: lists, pages of a session's entries, search hits, families, statistics, runs, and changes.
//
// It makes no decisions: the catalog, the live view and the use cases do the work, as they do for the verbs of the
// command line. This package adds the form: self-contained values of bounded size, with the names under which the API
// documents them. It knows nothing of HTTP.
//
// Texts come from the sessions, which strangers may have written. The code that draws them must make them harmless.
package model
