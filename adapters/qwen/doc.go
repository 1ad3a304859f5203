// Package qwen knows the native session format of Qwen Code: its records, where they lie, which texts are its
// harness's, and its tools. Reader, writer and driver of that CLI share it.
//
// A session is a file of JSON Lines that form a tree by uuid and parentUuid; the conversation is the path from the last
// record to the root. A message is Gemini's: a role and parts. Facts without another source were observed with 0.24.4,
// or read in its bundle where a comment says so.
//
// It also reads what Qwen Code's /export writes as JSON and as JSON Lines. Several lines have the uuid of one
// record.
//
// Observed with qwen-code 0.15.10.
package qwen
