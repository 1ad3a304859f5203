// Package active controls runs that have not ended: it finds the run that a reference names, connects to it, types text
// into it and ends it.
package active
