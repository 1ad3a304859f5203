// Package forks knows how one session becomes many: where it is cut ([Point], [At]), and what came from what, across
// CLIs, runs and contests ([Log], [Tree]). Git worktrees, in which the futures of a session work side by side, are in
// forks/worktree; two sessions are compared in forks/compare.
package forks
