// Package cusf writes sessions in the CODITECT Universal Session Format.
//
// Lines that were already in this format are restored unchanged (restore.go). All others are converted (convert.go):
// the active conversation, with texts, calls and results under the names that the standard gives them. Times never run
// backwards, as the standard demands.
//
// Data that has no place in the format is a declared loss, unless the file is written for reconstruction. Then each
// line carries it in a member x_stead (reconstruct.go), and the session can be rebuilt with every native record of its
// CLI.
package cusf
