// Package tty asks the system for what only it can do with the user's terminal: lend it to a program, and tell when its
// size has changed.
package tty
