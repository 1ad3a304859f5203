// Package recall reads what was learned from sessions out of org.db: pieces of knowledge with their confidence, and the
// place where each was seen last ([Read]). From these it chooses what an agent that begins to work in a folder should
// know of earlier sessions: a few pieces, the most relevant ones, within a budget of tokens ([Choose]). It asks no
// model.
package recall
