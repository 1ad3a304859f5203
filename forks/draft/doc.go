// Package draft edits a copy of a session. A [Draft] is a list of changes to the entries of a session, which itself is
// only read: entries are cut, dropped, rewritten, moved, and new messages inserted. Changes that were made at once are
// a step, and steps can be undone and redone.
//
// A [Copy] is what the changes make of the session: a stream for the writers, and its difference to the original. A
// call and its results stay together: whoever drops or moves one drops or moves the other, and no result comes to stand
// before its call.
//
// A [Folder] keeps drafts, a small file each; an [Editor] changes them there while other processes may do the same.
package draft
