// Package install adds a server of the Model Context Protocol to the configuration of a CLI, and removes it again. It
// changes the server's own entry and no other byte: comments, order and white space of the file stay, and a removal
// restores the file's earlier content.
//
// The file is written completely or not at all, and only if the result means the same as before except for the entry.
package install
