package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/orchestrator/active"
	"stead/ui/tui/pane"
)

// running is the live picture of the chosen run's terminal, with what the run asks. It watches one run at a time, and
// none if no picture is visible.
type running struct {
	ctx     context.Context
	machine Machine
	picture pane.Picture

	// run is the watched run, or "". Number numbers the watches.
	run    string
	number int
	cancel context.CancelFunc
	from   <-chan active.Picture
	// hasPicture says that a picture has come. IsOver says that no further one comes. Err says why there is none.
	hasPicture, isOver bool
	err                error

	// prefersTimeline says that the user wants the timeline beside the list. IsInside says that the user looks at the
	// picture with the keys in the pane.
	prefersTimeline, isInside bool
	asks                      wanting
}

// wanting is what the watched run asks.
type wanting struct {
	// of is the state in which it was read.
	of    wantingOf
	busy  bool
	is    Question
	err   error
	known bool
}

type wantingOf struct {
	run     string
	state   signals.State
	updated time.Time
}

type (
	// toWatch says that the user has stayed on a run. Watching is the beginning of its pictures, pictured one of them. All
	// have the number of their watch.
	toWatch  struct{ number int }
	watching struct {
		number   int
		pictures <-chan active.Picture
		err      error
	}
	pictured struct {
		number  int
		picture active.Picture
		isOver  bool
	}
	// wants is what a run asks.
	wants struct {
		of  wantingOf
		is  Question
		err error
	}
)

// canWatch reports whether the chosen line has a run whose terminal can be watched here.
func canWatch(m *Model) bool { return hasRun(m) && isHere(m) && m.lists.view.showsSessions() }

// isPictured reports whether the pane shows the picture of a terminal, or is about to.
func isPictured(m *Model) bool {
	r := &m.running
	switch {
	case !canWatch(m), m.work.isVisible(m), r.run == m.row().Origin.Run && (r.err != nil || r.isOver):
		return false
	case m.isInside:
		return r.isInside
	}
	return m.isWide() && !r.prefersTimeline
}

// swap shows the timeline in place of the picture, or the picture in place of the timeline.
func swap(m *Model) tea.Cmd {
	r := &m.running
	if r.run == m.row().Origin.Run && r.err != nil {
		m.note = r.err.Error()
		return nil
	}
	switch {
	case m.work.isVisible(m):
		m.work.isShown, r.isInside = false, true
	case m.isInside:
		r.isInside = !r.isInside
	case m.isWide():
		r.prefersTimeline = !r.prefersTimeline
	default:
		m.isInside, r.isInside = true, true
	}
	return m.wish()
}

// follow watches the run whose picture is visible, and no other one. Row is the chosen line. IsListed says that the
// list was just read: what a run asks may have changed.
func (r *running) follow(m *Model, isListed bool) tea.Cmd {
	row, want := m.row(), ""
	if canWatch(m) && (isPictured(m) || r.run == row.Origin.Run && (r.err != nil || r.isOver)) {
		want = row.Origin.Run
	}
	if want != r.run {
		r.leave()
		r.run = want
		if want == "" {
			return nil
		}
		number := r.number
		return tea.Tick(afterMove, func(time.Time) tea.Msg { return toWatch{number} })
	}
	if want == "" || !r.hasPicture || row.State != listing.Waiting {
		return nil
	}
	return r.ask(wantingOf{want, row.Origin.State, row.Updated}, isListed)
}

// leave ends the watch.
func (r *running) leave() {
	r.number++
	if r.cancel != nil {
		r.cancel()
	}
	r.run, r.cancel, r.from, r.hasPicture, r.isOver, r.err, r.asks = "", nil, nil, false, false, nil, wanting{}
	r.picture.Clear()
}

// ask reads what the watched run asks.
func (r *running) ask(of wantingOf, isListed bool) tea.Cmd {
	if r.asks.busy || r.asks.of == of && !isListed {
		return nil
	}
	r.asks.busy = true
	ctx, machine := r.ctx, r.machine
	return func() tea.Msg {
		is, err := machine.Question(ctx, of.run)
		return wants{of, is, err}
	}
}

// take handles the result of a command of the watch. It ignores other messages.
func (r *running) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case toWatch:
		if msg.number == r.number {
			return r.begin()
		}
	case watching:
		if msg.number != r.number {
			return nil
		}
		if r.from, r.err = msg.pictures, msg.err; r.err == nil {
			return r.next()
		}
	case pictured:
		return r.takePicture(msg)
	case wants:
		if msg.of.run == r.run {
			r.asks = wanting{of: msg.of, is: msg.is, err: msg.err, known: true}
		}
	}
	return nil
}

func (r *running) takePicture(p pictured) tea.Cmd {
	if p.number != r.number {
		return nil
	}
	if p.isOver {
		r.isOver = true
		return nil
	}
	r.hasPicture = true
	r.picture.Set(p.picture)
	return r.next()
}

// begin begins to watch.
func (r *running) begin() tea.Cmd {
	ctx, cancel := context.WithCancel(r.ctx)
	r.cancel = cancel
	machine, run, number := r.machine, r.run, r.number
	return func() tea.Msg {
		pictures, err := machine.Watch(ctx, run)
		return watching{number, pictures, err}
	}
}

// next waits for the next picture.
func (r *running) next() tea.Cmd {
	from, number := r.from, r.number
	return func() tea.Msg {
		picture, isOpen := <-from
		return pictured{number, picture, !isOpen}
	}
}

// remark says what the pane shows of a run, and how to see the other half.
func (r *running) remark(m *Model) string {
	switch {
	case !canWatch(m), m.work.isVisible(m):
		return ""
	case r.run == m.row().Origin.Run && r.err != nil:
		return "no picture: " + plain.Line(r.err.Error())
	case r.run == m.row().Origin.Run && r.isOver:
		return "its terminal is closed"
	case !isPictured(m):
		return "w its terminal"
	case r.picture.Below() > 0:
		return "its terminal, " + thousands(r.picture.Below()) + " rows above its end"
	}
	return "its terminal, live · w timeline"
}

// lines draws what the run asks, and below it the picture.
func (r *running) lines(m *Model, width, height int) []string {
	lines := r.asked(m.row(), width, max(height/3, 1))
	return append(lines, r.picture.View(width, max(height-len(lines), 1))...)
}

// asked says in whole words what the run needs of the user, in at most the given number of lines and a rule.
func (r *running) asked(row listing.Row, width, room int) []string {
	if row.State != listing.Waiting || !r.hasPicture {
		return nil
	}
	var lines []string
	for n, text := range r.asks.words(row.Origin.State) {
		for _, line := range pane.Wrapped(text, width) {
			if n == 0 {
				line = pane.Yellow.Render(line)
			}
			lines = append(lines, pane.Filled(pane.Change(line), width))
		}
	}
	if len(lines) > room {
		lines = append(lines[:max(room-1, 0)], pane.Filled(pane.Faint.Render("… p shows all of it"), width))
	}
	if len(lines) == 0 {
		return nil
	}
	return append(lines, pane.Faint.Render(strings.Repeat("─", width)))
}

// words are what a run in a state asks: a title, and the request.
func (w wanting) words(state signals.State) []string {
	switch {
	case !w.known:
		return nil
	case w.err == nil:
		texts := []string{w.is.Title}
		for _, l := range w.is.Lines {
			if strings.TrimSpace(l) != "" {
				texts = append(texts, l)
			}
		}
		return texts
	}
	var dialog *active.DialogError
	switch {
	case errors.As(w.err, &dialog):
		return []string{dialog.About, "a attaches to answer it"}
	case state == signals.Input:
		return []string{"It waits for what you say next: s sends it a text"}
	}
	return nil
}
