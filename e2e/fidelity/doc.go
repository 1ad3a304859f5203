// Package fidelity says what of a session must reach the model of another CLI, and counts what did. It knows what a CLI
// sends for a session of its own, and compares that, item by item, with what the next CLI sends for what stead made of
// it.
//
// What the calls of tools mean is written down here by hand, a file for each CLI, apart from stead's own tables: a
// mistake there cannot hide here. Each CLI's rules say what its own calls mean and how it spells a meaning, so n
// sources and n targets need n files.
package fidelity
