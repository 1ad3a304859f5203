// Package search finds what was said and done in any session.
//
// [Parse] reads a query. [Searcher.Search] counts its hits exactly and shows the best of them. All counts come from the
// index; without one, a scan reads the sessions' files. Package piece defines a hit for both.
//
// # How it stays fast
//
// Counting needs only the full-text table, because a row id holds the session and the kind of a piece. Strings such as
// needle-path.go are phrases whose joiners are words, so no candidate has to be checked in its file, however many there
// are. Only the newest thousand hits are ranked. The text around the displayed hits is read from the sessions' files,
// at the position in the index.
//
// A scan looks at the bytes of each file first, and decodes only the files that may hold all words of the query. If the
// reader can skip records ([readers.Picker]), it decodes only the records that may hold them.
package search
