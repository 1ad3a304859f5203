// Package signals names what a coding CLI shows of itself while it works: the state that it is in, and that a limit is
// hit.
//
// What each CLI shows, and where, is its driver's knowledge; what follows from it is the orchestrator's. This package
// is the language between them.
package signals
