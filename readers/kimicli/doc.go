// Package kimicli reads the sessions of Kimi CLI, the Python program.
//
// A session is in its context files: the current one, and the earlier ones that it replaced (lineage.go determines
// why). The reader numbers their lines consecutively, so that a record keeps its position when the CLI moves a file
// aside. Times come from the wire file, which repeats the session for the screen (clock.go). Hidden entries keep its
// lines, so that stead can restore them.
package kimicli
