package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/internal/plain"
)

// Entry is a line of a view that lists something else than sessions: a contest, a contestant, a chain, a table of figures.
type Entry struct {
	// Heading is the title of a section; then nothing else is set.
	Heading string
	// Key names the entry in its view. Text is its line.
	Key, Text string
	// Waits says that it needs somebody, Works that something is at work in it.
	Waits, Works bool
	// Show is the verb whose output stands beside the entry.
	Show []string
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

// output is what a verb says about an entry, beside it.
type output struct {
	key    string
	lines  []string
	err    error
	top    int
	number int
	cancel context.CancelFunc
}

// said is what a verb has said.
type said struct {
	number int
	lines  []string
	err    error
}

// begin has a verb say what there is of an entry. What stands there stays until it has.
func (o *output) begin(ctx context.Context, m Machine, e *Entry) tea.Cmd {
	o.stop()
	if o.key != e.Key {
		o.lines, o.err, o.top = nil, nil, 0
	}
	o.key = e.Key
	ctx, o.cancel = context.WithCancel(ctx)
	number, line := o.number, e.Show
	return func() tea.Msg {
		lines, err := m.Say(ctx, line...)
		return said{number, lines, err}
	}
}

// has reports whether an entry's output stands there, and will not change.
func (o *output) has(e *Entry) bool { return e != nil && o.key == e.Key && !e.Waits && !e.Works }

func (o *output) stop() {
	o.number++
	if o.cancel != nil {
		o.cancel()
		o.cancel = nil
	}
}

func (o *output) take(s said) {
	if s.number == o.number {
		o.lines, o.err = s.lines, s.err
	}
}

func (o *output) scroll(by, lines int) {
	o.top = max(min(o.top+by, len(o.lines)-lines), 0)
}

// view are as many of its lines as fit.
func (o *output) view(width, lines int) []string {
	if o.err != nil {
		return strings.Split(plain.Wrap(plain.Text(o.err.Error()), width), "\n")
	}
	var shown []string
	for at := o.top; at < min(o.top+lines, len(o.lines)); at++ {
		shown = append(shown, filled(styledChange(plain.Fit(plain.Text(o.lines[at]), width)), width))
	}
	return shown
}
