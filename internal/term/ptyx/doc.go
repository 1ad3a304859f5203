// Package ptyx runs a program on a pseudo-terminal of its own. Package hub joins that terminal to those of users.
//
//   - Read ends with io.EOF, never with the EIO that Linux gives, and only after the last byte of the program.
//   - End leaves nothing behind: neither the process group nor, on Linux, descendants that left it.
//   - A Queue passes to a Sink what the program writes, so that recording never delays the screen. A full queue slows
//     the relay down; nothing is dropped.
//
// A Process must be given to End, exactly as a file must be closed.
package ptyx
