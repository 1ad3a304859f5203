// Package seen keeps which texts were seen already: a set of SHA-256 digests in a file, of any size, that takes 16 MiB
// of memory at most.
//
// The file is a table of pages. The leading bits of a digest name its page, so that a full table doubles in one
// sequential pass, and a digest that finds its page full goes into the next one. Half a digest is kept: two texts whose
// first 128 bits agree are not found by trying.
//
// SQLite was measured beside it, as a table of blobs without rowid at the same 16 bytes: see the benchmarks in
// table_test.go. A million keys take SQLite 6.0 to 7.0 s of the processor's time, and the table 3.5 s. SQLite's journal
// doubles what is written.
//
// The table is no record of anything: it can always be made again from what was seen. Whoever uses it adds only what is
// kept for good elsewhere.
package seen
