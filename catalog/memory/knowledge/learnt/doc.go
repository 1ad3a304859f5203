// Package learnt reads what was learnt from sessions out of org.db: pieces of knowledge with their confidence, and the
// place where each was seen last.
package learnt
