// Package prefilter makes regular expressions fast that seldom match. It derives literal texts from an expression such
// that each match contains one of them, and runs the expression only on texts that contain one. RE2 calls this a
// prefilter. Results are those of the expression alone.
package prefilter
