// Package bootclock measures time by a clock that all processes of the machine share, that nobody can set, and that counts the machine's sleep.
package bootclock
