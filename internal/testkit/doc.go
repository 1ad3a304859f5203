// Package testkit holds what the tests of many packages share: golden files, which tests rewrite when they run with
// -update, waiting for another process, and git on a machine of which it knows nothing. The package knows nothing of
// stead.
package testkit
