// Package questions knows what a run's CLI asks before it runs a tool, and has a question answered from outside of the
// CLI's screen: once.
//
// What is asked comes from the CLI's hooks, records or protocol. Its screen only says which of the questions is drawn
// now, and which answers it takes: so a key is never pressed into another dialog.
package questions
