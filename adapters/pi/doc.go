// Package pi knows the native session format of the Pi coding agent: its records, where they lie, what it tells the
// model in the user's name, and its tools. Reader, writer and driver of that CLI share it.
//
// A session is a file of JSON Lines: a header, then records that form a tree by id and parentId; the conversation is
// the path from the last record to the root. Facts were observed with 0.87.1 or read in its code and documents, unless
// a comment says otherwise.
package pi
