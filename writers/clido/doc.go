// Package clido writes sessions for clido.
//
// Lines that clido wrote itself are restored unchanged (restore.go). All others are converted (convert.go): a response
// and the calls that it made are one message, and the results follow it directly, as clido's loader requires. One bad
// line is enough to make clido reject a whole session, so the writer never puts such a line into a new one.
package clido
