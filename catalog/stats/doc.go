// Package stats sums up what the catalog's index has counted: tokens, costs, turns, calls of tools and their failures,
// by CLI, model, project, day or tool.
//
// Each response counts once, also what a CLI has copied; a session of which another one has all is none of its own.
// What stead delivered into a session that it made is counted in the session it came from, and the sessions of
// sub-agents count for the CLI and the project, but not as sessions. Days are in UTC. A cost is that of the responses
// whose price is known; the others are counted, so that a sum says of itself that it is a lower bound.
package stats
