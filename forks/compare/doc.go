// Package compare sets two sessions beside each other: what they have in common, and what each did after that, turn by
// turn. It writes that as a page ([WritePage]): one file that needs nothing beside it, in which nothing that a session
// holds comes alive. And it shows it on a terminal ([WriteTerminal]): side by side, or one under the other where that
// is narrow. As in internal/render/transcript/terminal, green speaks the model, cyan the user.
//
// Sessions that come from one another share a beginning: the same records where both are one CLI's, converted ones
// where stead delivered the history to another. So beginnings are compared by what was said and done and not by how it
// is kept: prompts and answers by their words, calls by their tool and what tells most about them, together with what
// they returned.
//
// Each session is read twice, and of each step only digests are held, so that memory grows with the number of steps and
// not with what they hold.
package compare
