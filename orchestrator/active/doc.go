// Package active deals with runs that have not ended: it finds the one that is meant, connects to it, has it type a
// text and ends it.
package active
