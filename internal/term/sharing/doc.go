// Package sharing joins a program's terminal to those of users, who come and go.
//
//   - What the program writes reaches the terminal of the user who types first; a ptyx.Sink gets it afterwards.
//   - Any number of other terminals look on, each behind a bounded feed. A slow one is drawn anew, never waited for; so
//     is the first one when it takes nothing for a second.
//   - A terminal that comes later is brought to where the program is by an emulator, which is kept behind the output,
//     never in its way. It also answers the program's queries while nobody's terminal does.
//   - Whatever ends a Client, the user's terminal gets its modes back, and no key is taken after the end.
//
// A Hub must be given to Close, exactly as a file must be closed.
package sharing
