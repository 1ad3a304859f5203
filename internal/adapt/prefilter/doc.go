// Package prefilter speeds up regular expressions that rarely match. It derives literal texts from an expression, such
// that each match contains one of them, and runs the expression only on texts that contain one. RE2 calls this a
// prefilter. The results are those of the expression alone.
package prefilter
