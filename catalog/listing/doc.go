// Package listing makes the table of all sessions, filtered, sorted and limited. Each row shows where the session comes
// from and what is happening in it. Copies are folded under their original, and sub-agents' sessions under the session
// that started them.
//
// A session is a copy as long as nobody has used it (package origin). A copy has a row of its own only if its original
// no longer exists.
package listing
