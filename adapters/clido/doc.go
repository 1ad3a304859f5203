// Package clido knows the native format of clido: where its sessions lie, what a line holds, and how its tools relate
// to the universal ones. The reader, the writer and the driver share it.
//
// The facts are from clido's session-format page and from the source of v1.0.15. Where the two differ both are read,
// and the source's is written. The program was never run: no registry has it. (The package clido of the Rust registry
// is a list of things to do.)
package clido
