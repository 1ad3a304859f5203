// Package corpus makes sessions for benchmarks and tests: any number, of any size, in the stores of every CLI. The same
// seed makes the same bytes.
//
// The sessions resemble real ones: lines of 1.5 kB in the median, 25 kB at the 99th percentile and 125 kB at most;
// split responses, several tools, and tool output that appears twice in a record of Claude Code. Their texts have some
// seven thousand distinct words with the frequencies of real text, names of functions, paths, numbers and hashes.
//
// A [Needle] is a planted text that a search must find: the [Tally] says how often it occurs.
package corpus
