// Package blocks writes and reads the text that people edit to change a copy of a session in their own editor, as they
// edit a list of commits for a rebase. It has one block for each entry, which they delete, change, move or add. [Write]
// writes the text; [Read] finds the changes.
//
// A block begins with a line such as "=== 7 call bash". The words after the number are for people only. A line of a
// text that itself begins like that has a backslash before it.
package blocks
