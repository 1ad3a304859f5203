// Package kimicli reads the sessions of Kimi CLI, the Python program.
//
// A session is in its context files: the current one, and the earlier ones that it replaced (lineage.go finds out what
// became of them). Their lines are counted through, so that a record keeps its position when the CLI moves a file
// aside. Times come from the wire file, which repeats the session for the screen (clock.go). Its lines are kept in
// hidden entries, so that they can be restored.
package kimicli
