// Package stats sums up the counts in the catalog's index: tokens, costs, turns, tool calls and their failures, by CLI,
// model, project, day or tool.
//
// Each response counts once, even if a CLI has copied it. A session whose responses are all in another session does not
// count as a session. Content that stead delivered into a session that it made counts in the session that it came from.
// Sub-agents' sessions count for the CLI and the project, but not as sessions. Days are in UTC. A cost covers the
// responses whose price is known. The others are counted, so that a sum can say that it is a lower bound.
package stats
