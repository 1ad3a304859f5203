// Package listing makes the one table of all sessions: each with where it comes from and what happens in it, copies
// folded under their original and sub-agents' sessions under the session that started them; filtered, sorted, cut to so
// many.
//
// A session is a copy as long as nobody has used it (package origin). It has a row of its own only when its original is
// gone.
package listing
