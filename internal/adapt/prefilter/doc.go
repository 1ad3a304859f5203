// Package prefilter makes regular expressions fast that seldom match: it derives from an expression the literal texts
// of which each match contains one, and runs the expression only on texts that have one of them. RE2 calls this a
// prefilter. Results are those of the expression alone.
package prefilter
