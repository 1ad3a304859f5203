// Package kinds holds an experiment for each CLI: a record of every kind that the CLI can write goes into a session of
// its own, with a marked text in each of its fields. Then the CLI itself resumes the session, and stead converts it for
// every target. A kind is silent when the CLI tells its model a mark that a target is not given and that the report
// does not name; stead says too much when a target is given a mark that the CLI does not tell.
//
// testdata/rows/CLI.txt lists the kinds, a line each: a name, a tab, and the records, with tabs between them. In a
// record MARK is a text that stands nowhere else, ID the id of the record, PARENT that of the record before it, TIME,
// ORDINAL, SESSION and FOLDER what they say. docs/kinds.md has the results.
package kinds
