// Package qwen writes sessions in Qwen Code's format.
//
// Records that the CLI wrote itself are restored unchanged (restore.go). All others are converted (convert.go) into
// records with every member that 0.15.10 or 0.24.4 requires. Without type, sessionId or parentUuid, the newer version
// does not find the session. Without cwd both crash. Two session ids in one file make it unreadable.
package qwen
