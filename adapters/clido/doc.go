// Package clido knows the native format of clido: where its sessions are stored, what a line holds, and how its tools
// relate to the universal ones. The reader, the writer and the driver share it.
//
// The facts are from clido's session-format page and from the source of v1.0.15. Where the two differ, readers accept
// both forms and writers use that of the source. The program was never run, because no registry has it. (The package
// clido of the Rust registry is a to-do list.)
package clido
