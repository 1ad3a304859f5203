// Package qwen knows the native session format of Qwen Code: its records, where they are stored, which texts its
// harness adds, and its tools. The reader, the writer and the driver share it.
//
// A session is a file of JSON Lines that form a tree by uuid and parentUuid. The conversation is the path from the last
// record to the root. A message has the form that Gemini CLI uses: a role and parts. Facts without another source were
// observed with 0.24.4, or read in its bundle where a comment says so.
//
// The package also reads the files that Qwen Code's /export writes as JSON and as JSON Lines. Several lines can have
// the uuid of one record.
//
// Observed with qwen-code 0.15.10.
package qwen
