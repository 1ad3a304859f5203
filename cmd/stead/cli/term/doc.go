// Package term is the terminal on which a command talks with its user, or the pipes and files in its place: tables that
// fit its width, messages, questions, a line that is drawn again, and output for programs.
//
// # Why the tables are our own
//
// The field's library is lipgloss. At the start it would cost little (0.01 ms for version 1.1.0, 0.1 ms for 2.0.6), but
// the program grows by 0.58 MB, and its table takes 70 to 86 ms for the 2,000 rows of a long `stead list` where this
// one takes 2 to 7 ms: it looks for styles in every cell. What it would do for us is padding alone. Which column gives
// way, which end of a value stays, what becomes of escape sequences in strangers' texts are rules of stead's; the width
// of a text, its cutting and its wrapping come from x/ansi, as lipgloss's do.
package term
