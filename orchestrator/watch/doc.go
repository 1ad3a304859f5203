// Package watch sees what happens to sessions while it happens: in the journal of a run ([Journal]), and in every store of the
// machine ([Watch]), whether stead has started the CLI or not.
package watch
