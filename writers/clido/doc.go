// Package clido writes sessions for clido.
//
// Lines that clido wrote itself are restored as they were (restore.go). All others are converted (convert.go): a
// response and the calls that it made are one message, after which the results follow directly, as its loader demands.
// What it would refuse – one line is enough to make it refuse a whole session – is never written into a new one.
package clido
