// Package compare sets two sessions beside each other: what they have in common, and what each did after that, turn by
// turn. It writes that as a page ([WritePage]): one file that needs nothing beside it, in which nothing that a session
// holds comes alive. And it shows it on a terminal ([WriteTerminal]): side by side, or one under the other where that
// is narrow. As in internal/render/transcript/terminal, green speaks the model, cyan the user.
//
// Related sessions share a beginning. Its records are identical if both belong to one CLI, and converted if stead
// delivered the history to another CLI. So the package compares what was said and done, not how it is stored: prompts
// and answers by their words, calls by their tool, their most important argument and their results.
//
// The package reads each session twice and keeps only digests of the steps, so memory use grows with the number of
// steps but not with their content.
package compare
