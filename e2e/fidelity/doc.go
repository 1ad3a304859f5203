// Package fidelity defines what another CLI's model must receive of a session, and counts what it received. It knows
// what a CLI sends for a session of its own, and compares that, item by item, with what the next CLI sends for the
// session that stead delivered to it.
//
// The meaning of tool calls is written here by hand, one file per CLI, separate from stead's own tables, so that a
// mistake there cannot hide here. Each CLI's rules say what its own calls mean and how it expresses a meaning, so n
// sources and n targets need n files.
package fidelity
