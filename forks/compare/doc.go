// Package compare compares two sessions: what they have in common, and what each did after that, turn by turn. It
// writes the comparison as a page ([WritePage]), one self-contained file in which nothing from the sessions can become
// active. It also shows it on a terminal ([WriteTerminal]), side by side, or one below the other if the terminal is
// narrow. As in internal/render/transcript/terminal, the model's text is green and the user's cyan.
//
// Related sessions share a beginning. Its records are identical if both belong to one CLI, and converted if stead
// delivered the history to another CLI. So the package compares what was said and done, not how it is stored: prompts
// and answers by their words, calls by their tool, their most important argument and their results.
//
// The package reads each session twice and keeps only digests of the steps, so memory use grows with the number of
// steps but not with their content.
package compare
