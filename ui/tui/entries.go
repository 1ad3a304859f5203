package tui

import "strings"

// Entry is a line of a view that does not list sessions: a contest, a contestant, a chain, a table of figures, a
// finding.
type Entry struct {
	// Heading is the title of a section. If it is set, nothing else is.
	Heading string
	// Key identifies the entry in its view. Text is its line.
	Key, Text string
	// Waits says that it needs somebody. Works says that something in it is at work.
	Waits, Works bool
	// Head is the text shown beside the entry. Show is the verb whose output follows below. Either may be empty.
	Head, Show []string
	// IsTable says that the verb prints a table.
	IsTable bool
	// Acts are the keys that act on it.
	Acts []Act
}

// Act describes what a key does with an entry.
type Act struct {
	// Key is bubbletea's name of the key. Does describes the effect in a few words.
	Key, Does string
	// Line is the verb that the key carries out.
	Line []string
	// Asks is the question that the user must confirm first. If it is empty, the act happens immediately.
	Asks string
	// Leaves says that the verb has the terminal until it ends.
	Leaves bool
}

// act returns the act of a key.
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

// isSettled reports whether the output for the entry no longer changes.
func (e *Entry) isSettled() bool { return !e.Waits && !e.Works }

// itemsOfEntries returns the items of the entries that have every word of the filter.
func itemsOfEntries(entries []Entry, filter string) []item {
	words := strings.Fields(strings.ToLower(filter))
	var items []item
	for i := range entries {
		e := &entries[i]
		if e.Heading != "" {
			if n := len(items); n > 0 && items[n-1].title != "" {
				items = items[:n-1] // the filter keeps nothing of that section
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
