// Package draft edits a copy of a session. A [Draft] is a list of changes to the entries of a session: it cuts, drops,
// rewrites and moves entries, and inserts new messages. The session itself is only read. Changes that are made together
// form a step, and steps can be undone and redone.
//
// A [Copy] applies the changes to the session: a stream for the writers, and its difference from the original. A call
// and its results stay together: dropping or moving one drops or moves the other, and no result ends up before its
// call.
//
// A [Folder] keeps drafts, one small file each; an [Editor] changes them there while other processes may do the same.
package draft
