// Package universal reads sessions in stead's own format, in both its encodings: one JSON document, or JSON Lines as in
// a run's journal. A file's content determines its encoding.
//
// Memory never holds a whole file. A document is scanned once to find its timelines, whatever the order of its members.
// The entries are then cut out of it one by one and processed like the lines of the other encoding.
package universal
