// Package pi knows the native session format of the Pi coding agent: its records, where they are stored, the texts that
// it sends to the model in the user's name, and its tools. The reader, the writer and the driver share it.
//
// A session is a file of JSON Lines: a header, then records that form a tree by id and parentId. The conversation is
// the path from the last record to the root. Facts were observed with 0.87.1 or read in its code and documents, unless
// a comment says otherwise.
package pi
