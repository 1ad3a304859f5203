// Package history answers questions about a run's journal: which entries its CLIs have added, which of a session's
// entries it holds, how the timeline is delivered to another CLI, how far the work has come, and which calls may have
// run without a result. It starts nothing and writes nothing.
package history
