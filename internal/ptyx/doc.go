// Package ptyx runs a program on a pseudo-terminal of its own and relays that terminal to the user's.
//
// Order and promises:
//   - What the program writes reaches the user's terminal first; a Sink hears of it afterwards, behind a bounded
//     Queue, so recording never delays the screen. A full queue slows the relay down; nothing is dropped.
//   - Read ends with io.EOF, never with the EIO that Linux gives, and only after the last byte of the program.
//   - End leaves nothing behind: neither the process group nor, on Linux, descendants that left it.
//   - Whatever ends a Relay, the user's terminal gets its modes back.
//
// A Process must be given to End exactly as a file must be closed.
package ptyx
