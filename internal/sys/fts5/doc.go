// Package fts5 writes many rows at once into a full-text table of SQLite, several times as quickly as SQLite does: it
// writes the table's segments itself, from several goroutines. Whatever reads the table, or adds a few rows later, uses
// SQLite.
//
// The format is FTS5's own, which every SQLite since 3.9 reads: it stands at the beginning of ext/fts5/fts5_index.c in
// SQLite's sources, and how pages are filled in fts5FlushOneHash and fts5WriteFlushLeaf there. The table must be one
// without content (content=” and contentless_delete=1), with positions (detail=full), without prefix indexes, and with
// the tokenizer ascii.
//
// A [Builder] gathers the words of rows in memory and sorts them to a [Run], in a temporary file. A [Loader] merges
// some runs to a segment of the table. [Check] has SQLite compare what was written with what it expects.
package fts5
