// Package fts5 writes many rows at once into a full-text table of SQLite, several times as fast as SQLite does. It
// writes the table's segments itself, from several goroutines. Readers of the table, and writers that add a few rows
// later, use SQLite.
//
// The format is that of FTS5, which every SQLite since 3.9 reads. It is described at the beginning of
// ext/fts5/fts5_index.c in SQLite's sources; fts5FlushOneHash and fts5WriteFlushLeaf there show how pages are filled.
// The table must be contentless (its option content is an empty string, and contentless_delete=1), with positions
// (detail=full), without prefix indexes, and with the tokenizer ascii.
//
// A [Builder] collects the words of rows in memory and sorts them into a [Run], in a temporary file. A [Loader] merges
// runs into a segment of the table. [Check] makes SQLite compare the written segments with what it expects.
package fts5
