// Package dependencies tests what stead is made of: docs/dependencies.md gives a reason for each direct dependency, and
// each module in the programs has a licence that lets anybody pass them on.
package dependencies
