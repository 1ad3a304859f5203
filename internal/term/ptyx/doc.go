// Package ptyx runs a program on a pseudo-terminal of its own. Package sharing connects that terminal to those of
// users.
//
//   - Read ends with io.EOF, never with the EIO that Linux gives, and only after the last byte of the program.
//   - End leaves nothing behind: neither the process group nor, on Linux, descendants that left it.
//   - A Queue passes the program's output to a Sink, so that recording never delays the screen. A full queue slows
//     the relay down; nothing is dropped.
//
// The caller must end a Process with End, exactly as it must close a file.
package ptyx
