// Package install brings a server of the Model Context Protocol into the configuration of a CLI, and takes it out
// again. It changes the server's own entry and no other byte: comments, order and blanks of the file stay, and what is
// taken out leaves the file as it was before.
//
// The file is written whole or not at all, and only if the result says the same as before but for the entry.
package install
