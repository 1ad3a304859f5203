// Package kimicli reads the sessions of Kimi CLI, the Python program.
//
// A session is in its context files: the one that counts, and before it those that it replaced (lineage.go finds out
// what became of them). Their lines are counted through, so that a record keeps its position when the CLI moves a file
// aside. Times come from the wire file, which repeats the session for the screen (clock.go); its lines are kept in
// hidden entries, so that they can go back.
package kimicli
