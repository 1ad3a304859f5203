// Package universal reads sessions in stead's own format, in both its encodings: one JSON document, or JSON Lines as a
// run's journal has it. A file's content shows which one it is in.
//
// Neither is ever held whole. A document is walked once to find where its timelines lie, whatever the order of its
// members; the entries are then cut out of it one by one and take the same way as the lines of the other encoding.
package universal
