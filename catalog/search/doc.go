// Package search finds what was said and done in any session.
//
// A query is read by [Parse]. [Searcher.Search] counts its hits exactly and shows the best of them: by the index, from
// which all counts come, or without one by a scan of the sessions' files. Package piece says for both what a hit is.
//
// # How it stays quick
//
// Counts need the full-text table alone: a row id holds the session and the kind of a piece. Strings such as
// needle-path.go are phrases whose joiners are words, so that no candidate has to be checked in its file, however many
// there are. Only the newest thousand hits are ranked. The text around the hits that are shown is read from the
// sessions' files, at the position that the index has.
//
// A scan looks at the bytes of each file first, and decodes only those that may hold all words of the query; of these
// only the records that may, where the reader can leave out the others ([readers.Picker]).
package search
