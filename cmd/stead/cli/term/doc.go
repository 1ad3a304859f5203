// Package term is the terminal on which a command talks with its user, or the pipes and files in its place: tables that fit its width,
// messages, questions, a line that is drawn again, and output for programs.
package term
