// Package signals names the states and limits that a coding CLI shows while it works.
//
// A CLI's driver knows what the CLI shows, and where. The orchestrator decides what follows from it. This package is
// the language between them.
package signals
