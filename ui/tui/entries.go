package tui

import "strings"

// Entry is a line of a view that lists something else than sessions: a contest, a contestant, a chain, a table of
// figures, a piece of knowledge.
type Entry struct {
	// Heading is the title of a section; then nothing else is set.
	Heading string
	// Key names the entry in its view. Text is its line.
	Key, Text string
	// Waits says that it needs somebody, Works that something is at work in it.
	Waits, Works bool
	// Head is what stands beside the entry, and below it what the verb Show says; either may be empty.
	Head, Show []string
	// IsTable says that the verb prints a table.
	IsTable bool
	// Acts are what keys do with it.
	Acts []Act
}

// Act is what a key does with an entry.
type Act struct {
	// Key is how bubbletea calls the key, Does what it does, in a few words.
	Key, Does string
	// Line is the verb that it carries out.
	Line []string
	// Asks is asked before. Empty does it at once.
	Asks string
	// Leaves says that the verb has the terminal until it ends.
	Leaves bool
}

// act returns what a key does with the entry.
func (e *Entry) act(key string) (Act, bool) {
	if e == nil {
		return Act{}, false
	}
	for _, a := range e.Acts {
		if a.Key == key {
			return a, true
		}
	}
	return Act{}, false
}

// isSettled reports whether what is said about the entry stays as it is.
func (e *Entry) isSettled() bool { return !e.Waits && !e.Works }

// itemsOfEntries are the items of those entries that have each word of the filter.
func itemsOfEntries(entries []Entry, filter string) []item {
	words := strings.Fields(strings.ToLower(filter))
	var items []item
	for i := range entries {
		e := &entries[i]
		if e.Heading != "" {
			if n := len(items); n > 0 && items[n-1].title != "" {
				items = items[:n-1] // nothing of it is kept
			}
			items = append(items, item{title: e.Heading})
			continue
		}
		isKept := true
		for _, w := range words {
			isKept = isKept && strings.Contains(strings.ToLower(e.Text), w)
		}
		if isKept {
			items = append(items, item{entry: e})
		}
	}
	if n := len(items); n > 0 && items[n-1].title != "" {
		items = items[:n-1]
	}
	return items
}
