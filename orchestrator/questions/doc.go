// Package questions tracks what a run's CLI asks before it runs a tool, and answers each question at most once from
// outside the CLI's screen.
//
// The questions come from the CLI's hooks, records or protocol. Its screen only shows which of the questions is drawn
// now, and which answers it accepts. So a key is never pressed in the wrong dialog.
package questions
