// Package failure is how a command fails: which exit code and which hint an error has, and how an error travels from
// one process of stead to another.
package failure
