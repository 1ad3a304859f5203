// Package ptyx runs a program on a pseudo-terminal of its own and joins that terminal to those of users, who come and go.
//
// Order and promises:
//   - What the program writes reaches the terminal of the user who types first; a Sink hears of it afterwards, behind a bounded
//     Queue, so recording never delays the screen. A full queue slows the relay down; nothing is dropped.
//   - Any number of other terminals look on, each behind a bounded feed. A slow one is drawn anew, never waited for; so is the
//     first one when it takes nothing for a second.
//   - A terminal that comes later is brought to where the program is by an emulator, which is kept behind the output, never in its
//     way. It also answers the program's queries while nobody's terminal does.
//   - Read ends with io.EOF, never with the EIO that Linux gives, and only after the last byte of the program.
//   - End leaves nothing behind: neither the process group nor, on Linux, descendants that left it.
//   - Whatever ends a Client, the user's terminal gets its modes back, and no key is taken after the end.
//
// A Process must be given to End, and a Hub to Close, exactly as a file must be closed.
package ptyx
