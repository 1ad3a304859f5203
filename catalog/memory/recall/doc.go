// Package recall chooses what an agent that begins to work in a folder should know of earlier sessions: few pieces, the
// most relevant ones, within a budget of tokens. It reads what was learnt (catalog/memory/knowledge/learnt), and asks
// no model.
package recall
