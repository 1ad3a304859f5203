// Package forks branches sessions: where a session is cut ([Point], [At]), and which session came from which, across
// CLIs, runs and contests ([Log], [Tree]). Package forks/worktree has the git worktrees in which the branches of a
// session work side by side; forks/compare compares two sessions.
package forks
