// Package kinds runs an experiment for each CLI. It writes a record of every kind that the CLI can write into a session
// of its own, with a marked text in each of the record's fields. Then the CLI itself resumes the session, and stead
// converts it for every target. A kind is silent if the CLI sends its model a mark that a target does not receive and
// that the report does not name. Stead says too much if a target receives a mark that the CLI does not send.
//
// testdata/rows/CLI.txt lists the kinds, one per line: a name, a tab, and the records, with tabs between them. In a
// record, MARK stands for a text that occurs nowhere else, ID for the id of the record, and PARENT for the id of the
// record before it. TIME, ORDINAL, SESSION and FOLDER stand for what their names say. docs/kinds.md has the results.
package kinds
