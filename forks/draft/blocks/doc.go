// Package blocks is the text in which people edit a copy of a session with an editor of their own, as they edit a list
// of commits for a rebase: one block for each entry, which they delete, change, put elsewhere or add. [Write] writes
// it; [Read] finds out what was changed.
//
// A block begins with a line such as "=== 7 call bash". What stands behind the number is for people only. A line of a
// text that begins so itself has a backslash before it.
package blocks
