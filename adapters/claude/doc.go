// Package claude knows the native session format of Claude Code: its records, their locations, the texts that its
// harness adds, and its tools. The reader, the writer and the driver of that CLI share it.
//
// A session is a file of JSON Lines. Records of the types user, assistant, system and attachment form a tree by uuid
// and parentUuid; all others stand beside it. One model response is several assistant records with the same message.id,
// one for each content block. Facts without another source were observed with the versions in [Info].
//
// It also reads what Claude Code's /export writes: the terminal's text, 80 columns wide. It is the poorest of
// all exports: markup, ids, times, thinking, whole results and real line ends are lost, and its texts never equal those
// of the session.
//
// Observed with claude 2.1.197. Marks count in column 0 alone; what continues is indented by two blanks.
package claude
