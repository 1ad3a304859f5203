// Package watch sees what happens to the sessions of the machine while it happens, whether stead has started the CLI or
// not: in every store, and, for stead's own runs, in the live view (package view).
//
// Nothing of a CLI is known here. Its reader lists the stores; a session that has changed since the list before is
// followed by the reader's tail until nothing has come for a while, and its driver says what the records mean. The file
// system's notice of a change is quick, and a slow list beside it finds what had none.
//
// All of it is bounded, whatever lies on the machine: the folders that are watched, the sessions that are followed, and
// how much of the time goes into lists.
package watch
