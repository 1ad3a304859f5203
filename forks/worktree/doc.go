// Package worktree lets several versions of one folder exist side by side: a [Snapshot] of the folder's current state,
// a git worktree of it for each version ([Tree]), and the way back into the folder ([Snapshot.Merge],
// [Snapshot.Apply]).
//
// The user's folder is not touched before the way back: no file, no index, no ref except those below refs/stead, which
// protect snapshots from git's garbage collection. docs/worktrees.md describes what happens to each kind of folder.
//
//   - Uncommitted and untracked changes are part of a snapshot: a commit beside the user's branches.
//   - A folder without git gets a repository of stead's own in the state folder. The folder itself stays without one.
//   - Submodules, and other repositories inside the folder, get worktrees of their own at their place in the tree.
//     No network is needed.
//   - Ignored files are left out except those that .worktreeinclude names (gitignore syntax), which are copied and
//     never committed.
//
// The git program, 2.30 or newer, does everything, with the user's configuration: filters such as LFS work as they do
// for the user. Hooks run in Merge only, because that is the user's own commit. A snapshot is not one, and a contestant
// must find the user's files, not what a hook makes of them.
package worktree
