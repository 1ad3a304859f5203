// Package universal reads sessions in stead's own format, in both its encodings: one JSON document, or JSON Lines as in
// a run's journal. A file's content shows its encoding.
//
// Neither is ever held whole. A document is walked once to find its timelines, whatever the order of its members. The
// entries are then cut out of it one by one and processed like the lines of the other encoding.
package universal
