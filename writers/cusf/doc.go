// Package cusf writes sessions in the CODITECT Universal Session Format.
//
// Lines that were in this format already are restored as they were (restore.go). All others are converted (convert.go):
// the active conversation, with texts, calls and results under the names that the standard gives them. Times never run
// backwards, as the standard demands.
//
// What the format has no place for is a declared loss – unless the file is written for reconstruction: then each line
// carries it in a member x_stead (reconstruct.go), and the session can be rebuilt with every native record of its CLI.
package cusf
