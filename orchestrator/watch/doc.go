// Package watch sees what happens to sessions while it happens: in the journal of a run ([Journal]), and in every store of the
// machine ([Sessions]), whether stead has started the CLI or not.
//
// Nothing of a CLI is known here. Its reader lists the stores; a session that has changed since the list before is followed by the reader's
// tail until nothing has come for a while, and its driver says what the records mean. The file system's notice of a change is quick, and
// a slow list beside it finds what had none.
//
// All of it is bounded, whatever lies on the machine: the folders that are watched, the sessions that are followed, and how much of the
// time goes into lists.
package watch
