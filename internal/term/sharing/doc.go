// Package sharing connects a program's terminal to those of users, who come and go.
//
//   - The program's output reaches the terminal of the user who types first; a ptyx.Sink gets it afterwards.
//   - Any number of other terminals look on, each behind a bounded feed. A slow one is redrawn, never waited for, and
//     so is the first one when it accepts nothing for a second.
//   - An emulator shows the program's current screen to a terminal that attaches later. It is fed after the output,
//     never in its path. It also answers the program's queries while no terminal of a user does.
//   - However a Client ends, the user's terminal gets its modes back, and no key is read after the end.
//
// The caller must end a Hub with Close, exactly as it must close a file.
package sharing
