// Package testkit has what tests of many packages share: golden files, which tests make anew when they run with
// -update, waiting for what another process does, and git as on a machine of which it knows nothing. It knows nothing
// of stead.
package testkit
