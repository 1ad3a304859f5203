// Package worktree lets several futures of one folder live side by side: a [Snapshot] of the folder as it is, a git
// worktree of it for each ([Tree]), and the way back into the folder ([Snapshot.Merge], [Snapshot.Apply]).
//
// The user's folder is not touched before the way back: no file, no index, no ref but those below refs/stead, which
// keep snapshots from git's garbage collection. docs/worktrees.md says what happens to each kind of folder.
//
//   - Uncommitted and untracked changes are part of a snapshot: a commit beside the user's branches.
//   - A folder without git gets a repository of stead's own in the state folder, and stays without one itself.
//   - Submodules, and repositories that just lie in the folder, get worktrees of their own at their place in the tree.
//     No network is needed.
//   - Ignored files are left out but for those that .worktreeinclude names (gitignore syntax), which are copied and
//     never committed.
//
// Everything is done by the git program, 2.30 or newer, with the user's configuration: filters such as LFS work as they
// do for the user. Hooks run in Merge only, which is the user's own commit; a snapshot is none, and a contestant is to
// find what the user has, not what a hook makes of it.
package worktree
