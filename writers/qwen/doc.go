// Package qwen writes sessions in Qwen Code's format.
//
// Records that the CLI wrote itself are restored as they were (restore.go). All others are converted (convert.go) into
// records with every member that 0.15.10 or 0.24.4 asks for: without type, sessionId or parentUuid the newer does not
// find the session, without cwd both crash, and two session ids in one file make it unreadable.
package qwen
