// Package testkit holds what the tests of many packages share: golden files, which tests rewrite when they run with
// -update, waiting for another process, and a git that ignores the machine's configuration. The package knows nothing
// of stead.
package testkit
