// Package quiet prevents the user's typing from disturbing what a program draws in place on the terminal.
package quiet
