// Package claude knows the native session format of Claude Code: its records, where they lie, which texts are its
// harness's, and its tools. Reader, writer and driver of that CLI share it.
//
// A session is a file of JSON Lines. Records of the types user, assistant, system and attachment form a tree by uuid
// and parentUuid; all others stand beside it. One model response is several assistant records with the same message.id,
// one for each content block. Facts without another source were observed with the versions in [Info].
package claude
