package pane

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/internal/term/plain"
)

// Sayer runs a verb of stead, and returns the lines of its output.
type Sayer func(ctx context.Context, arguments ...string) ([]string, error)

// Output shows the output of a verb for a line of a list.
type Output struct {
	ctx  context.Context
	say  Sayer
	size struct{ width, lines int }

	// key identifies the line. Head is what is known of it without the verb.
	key  string
	head []string
	// isTable says that the lines form a table: they are cut, not wrapped.
	isTable bool
	// said is the output of the verb. Rows are the same lines in the form that is shown.
	said, rows []string
	err        error
	// isAsking says that the verb is running, isLate that it takes a while, isSaid that its output is complete.
	isAsking, isLate, isSaid bool
	top                      int
	number                   int
	cancel                   context.CancelFunc
}

// said is the output of a verb. Unsaid says that the verb takes a while.
type (
	said struct {
		of     *Output
		number int
		lines  []string
		err    error
	}
	unsaid struct {
		of     *Output
		number int
	}
)

// NewOutput returns an empty pane. Its verbs end with ctx.
func NewOutput(ctx context.Context, say Sayer) Output { return Output{ctx: ctx, say: say} }

// Show runs a verb and shows its output, as a table or as a text. The previous output for the same line stays until the
// new one is there.
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
	return tea.Batch(tea.Tick(untilLate, func(time.Time) tea.Msg { return unsaid{o, number} }), func() tea.Msg {
		lines, err := say(ctx, verb...)
		return said{o, number, lines, err}
	})
}

// Shows reports whether the pane shows a line, or is about to. The verb of a line that is not settled is run again and
// again.
func (o *Output) Shows(key string, isSettled bool) bool {
	return o.key == key && (o.isAsking || o.isSaid && isSettled)
}

// Clear empties the pane.
func (o *Output) Clear() {
	o.Stop()
	o.key, o.head, o.said, o.rows, o.err, o.isSaid, o.isLate, o.top = "", nil, nil, nil, nil, false, false, 0
}

// IsSaid reports whether the output for a line is complete.
func (o *Output) IsSaid(key string) bool { return o.key == key && o.isSaid }

// Forget makes the next Show run the verb again.
func (o *Output) Forget() { o.isSaid = false }

// Stop ends a running verb.
func (o *Output) Stop() {
	o.number++
	o.isAsking = false
	if o.cancel != nil {
		o.cancel()
		o.cancel = nil
	}
}

// Take handles the output of a verb. It ignores other messages.
func (o *Output) Take(msg tea.Msg) {
	switch msg := msg.(type) {
	case said:
		if msg.of == o && msg.number == o.number {
			o.said, o.err, o.isSaid, o.isAsking = msg.lines, msg.err, true, false
			o.wrap()
		}
	case unsaid:
		o.isLate = o.isLate || msg.of == o && msg.number == o.number
	}
}

// Resize sets the size of the pane.
func (o *Output) Resize(width, lines int) {
	o.size.width, o.size.lines = width, max(lines, 1)
	o.wrap()
}

// Scroll moves the visible part.
func (o *Output) Scroll(by int) { o.top = max(min(o.top+by, len(o.rows)-o.size.lines), 0) }

// Page scrolls by half a page, up or down.
func (o *Output) Page(by int) { o.Scroll(by * max(o.size.lines/2, 1)) }

// wrap wraps the lines to the width of the pane.
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

// View returns the visible lines.
func (o *Output) View() []string {
	width := o.size.width
	var lines []string
	for at := o.top; at < min(o.top+o.size.lines, len(o.rows)); at++ {
		lines = append(lines, Filled(o.rows[at], width))
	}
	if o.err != nil && len(lines) < o.size.lines { // the previous output stays
		for _, row := range Wrapped("This cannot be shown: "+plain.Text(o.err.Error())+"\nCtrl-r tries again.", width) {
			lines = append(lines, Filled(Red.Render(row), width))
		}
	}
	if o.isAsking && o.isLate && len(o.said) == 0 {
		lines = append(lines, Filled(Faint.Render("reading"), width))
	}
	return lines[:min(len(lines), o.size.lines)]
}
