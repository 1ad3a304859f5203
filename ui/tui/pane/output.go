package pane

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/internal/term/plain"
)

// Sayer carries out a verb of stead's, and returns the lines that it says.
type Sayer func(ctx context.Context, arguments ...string) ([]string, error)

// Output shows what a verb says about a line of a list.
type Output struct {
	ctx  context.Context
	say  Sayer
	size struct{ width, lines int }

	// key names the line, head is what is known of it without the verb.
	key  string
	head []string
	// isTable says that the lines are those of a table: they are cut, not broken.
	isTable bool
	// said is what the verb has said, rows are the same as they are shown.
	said, rows []string
	err        error
	// isAsking says that the verb works, isLate that it takes its time, isSaid that it has said all.
	isAsking, isLate, isSaid bool
	top                      int
	number                   int
	cancel                   context.CancelFunc
}

// said is what a verb has said, unsaid that it takes its time.
type (
	said struct {
		number int
		lines  []string
		err    error
	}
	unsaid struct{ number int }
)

// NewOutput returns a pane without a text. What it asks ends with the context.
func NewOutput(ctx context.Context, say Sayer) Output { return Output{ctx: ctx, say: say} }

// Show has a verb say what there is of a line: in the lines of a table, or as a text. What the same verb has said
// before stays until it has.
func (o *Output) Show(key string, head, verb []string, isTable bool) tea.Cmd {
	o.Stop()
	if o.key != key {
		o.said, o.err, o.top, o.isSaid = nil, nil, 0, false
	}
	o.key, o.head, o.isTable, o.isLate = key, head, isTable, false
	o.wrap()
	if len(verb) == 0 {
		o.isSaid = true
		return nil
	}
	ctx, cancel := context.WithCancel(o.ctx)
	o.cancel, o.isAsking = cancel, true
	number, say := o.number, o.say
	return tea.Batch(tea.Tick(untilLate, func(time.Time) tea.Msg { return unsaid{number} }), func() tea.Msg {
		lines, err := say(ctx, verb...)
		return said{number, lines, err}
	})
}

// Shows reports whether the pane shows a line, or is about to. What is said about one that is not settled is asked
// again and again.
func (o *Output) Shows(key string, isSettled bool) bool {
	return o.key == key && (o.isAsking || o.isSaid && isSettled)
}

// Clear shows nothing any more.
func (o *Output) Clear() {
	o.Stop()
	o.key, o.head, o.said, o.rows, o.err, o.isSaid, o.isLate, o.top = "", nil, nil, nil, nil, false, false, 0
}

// IsSaid reports whether a verb has said all about a line.
func (o *Output) IsSaid(key string) bool { return o.key == key && o.isSaid }

// Forget has the next Show ask again.
func (o *Output) Forget() { o.isSaid = false }

// Stop ends what is asked.
func (o *Output) Stop() {
	o.number++
	o.isAsking = false
	if o.cancel != nil {
		o.cancel()
		o.cancel = nil
	}
}

// Take takes what a verb has said. Other messages are none of its business.
func (o *Output) Take(msg tea.Msg) {
	switch msg := msg.(type) {
	case said:
		if msg.number == o.number {
			o.said, o.err, o.isSaid, o.isAsking = msg.lines, msg.err, true, false
			o.wrap()
		}
	case unsaid:
		o.isLate = o.isLate || msg.number == o.number
	}
}

// Resize gives the pane so many lines of a width.
func (o *Output) Resize(width, lines int) {
	o.size.width, o.size.lines = width, max(lines, 1)
	o.wrap()
}

// Scroll moves what is seen.
func (o *Output) Scroll(by int) { o.top = max(min(o.top+by, len(o.rows)-o.size.lines), 0) }

// Page scrolls by half a page, up or down.
func (o *Output) Page(by int) { o.Scroll(by * max(o.size.lines/2, 1)) }

// wrap breaks the lines for the pane.
func (o *Output) wrap() {
	o.rows = nil
	for _, line := range o.head {
		for _, row := range Wrapped(line, o.size.width) {
			o.rows = append(o.rows, Bold.Render(row))
		}
	}
	if len(o.head) > 0 && len(o.said) > 0 {
		o.rows = append(o.rows, "")
	}
	for _, line := range o.said {
		if o.isTable {
			o.rows = append(o.rows, plain.Fit(plain.Text(line), o.size.width))
			continue
		}
		for _, row := range Wrapped(line, o.size.width) {
			o.rows = append(o.rows, Change(row))
		}
	}
	o.Scroll(0)
}

// View returns the lines that are seen.
func (o *Output) View() []string {
	width := o.size.width
	var lines []string
	for at := o.top; at < min(o.top+o.size.lines, len(o.rows)); at++ {
		lines = append(lines, Filled(o.rows[at], width))
	}
	if o.err != nil && len(lines) < o.size.lines { // what was said before stays
		for _, row := range Wrapped("This cannot be shown: "+plain.Text(o.err.Error())+"\nCtrl-r tries again.", width) {
			lines = append(lines, Filled(Red.Render(row), width))
		}
	}
	if o.isAsking && o.isLate && len(o.said) == 0 {
		lines = append(lines, Filled(Faint.Render("reading"), width))
	}
	return lines[:min(len(lines), o.size.lines)]
}
