package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/inject/signals"
	"stead/internal/render/transcript"
	"stead/ui/tui/pane"
)

// work is what was changed in the folder of the chosen line's run: the numbers in the head of the pane, and the diff
// that a key shows.
type work struct {
	ctx     context.Context
	machine Machine
	diff    pane.Output

	// isShown says that the pane shows the diff of the run shown.
	isShown bool
	shown   string

	// of is the state in which the changes were counted, at a time. IsBusy says that they are being counted.
	of     workOf
	at     time.Time
	isBusy bool
	number int
	cancel context.CancelFunc
	is     Changes
	err    error
}

type workOf struct {
	run   string
	state signals.State
}

// counted are the changes of a run.
type counted struct {
	number int
	is     Changes
	err    error
}

// recount is how long the numbers of a run that is at work stay: git looks at all files for them.
const recount = 10 * time.Second

func newWork(ctx context.Context, machine Machine) work {
	return work{ctx: ctx, machine: machine, diff: pane.NewOutput(ctx, func(ctx context.Context, run ...string) (
		[]string, error) {
		is, err := machine.Changes(ctx, run[0])
		return is.Lines, err
	})}
}

// hasWork reports whether the chosen line has a run here, active or not.
func hasWork(m *Model) bool {
	return isHere(m) && m.lists.view.showsSessions() && m.row().Origin.Run != ""
}

// isVisible reports whether the pane shows the diff.
func (w *work) isVisible(m *Model) bool {
	return w.isShown && m.isInside && hasWork(m) && w.shown == m.row().Origin.Run
}

// changes shows the diff of the chosen line's run, or what stood in its place before.
func changes(m *Model) tea.Cmd {
	if m.work.isVisible(m) {
		return leave(m)
	}
	m.isInside, m.work.isShown, m.work.shown = true, true, m.row().Origin.Run
	return tea.Batch(m.work.show(m), m.wish())
}

// show reads the diff.
func (w *work) show(m *Model) tea.Cmd {
	w.diff.Resize(m.paneWidth(), m.body()-timelineHead)
	return w.diff.Show(w.shown, nil, []string{w.shown}, false)
}

// follow counts the changes of the chosen line's run when the user has stayed on it, when its state has changed, and
// now and then. It does so only for a line whose pane is visible.
func (w *work) follow(m *Model, isTime bool) tea.Cmd {
	if !hasWork(m) || !m.isWide() && !m.isInside {
		if w.of != (workOf{}) {
			w.leave()
		}
		return nil
	}
	of := workOf{m.row().Origin.Run, m.row().Origin.State}
	if of.run != w.of.run && w.of.run != "" {
		w.leave() // its numbers belong to another run
	}
	isOld := hasRun(m) && m.now().Sub(w.at) >= recount
	if !isTime || w.isBusy || of == w.of && !isOld {
		return nil
	}
	return w.count(of, m.now())
}

func (w *work) count(of workOf, now time.Time) tea.Cmd {
	ctx, cancel := context.WithCancel(w.ctx)
	w.of, w.at, w.isBusy, w.cancel = of, now, true, cancel
	machine, number := w.machine, w.number
	return func() tea.Msg {
		defer cancel()
		is, err := machine.Changes(ctx, of.run)
		is.Lines = nil // the head has only the numbers
		return counted{number, is, err}
	}
}

// leave forgets the numbers.
func (w *work) leave() {
	w.number++
	if w.cancel != nil {
		w.cancel()
	}
	w.of, w.at, w.isBusy, w.cancel, w.is, w.err = workOf{}, time.Time{}, false, nil, Changes{}, nil
}

// forget makes the changes be counted and read again.
func (w *work) forget() {
	w.leave()
	w.diff.Forget()
}

// take handles the result of a command. It ignores other messages.
func (w *work) take(msg tea.Msg) {
	w.diff.Take(msg)
	if c, ok := msg.(counted); ok && c.number == w.number {
		w.isBusy, w.is, w.err = false, c.is, c.err
	}
}

// remark returns the numbers, such as "3 files +12 −4". It is empty while they are unknown, or if nothing was changed.
func (w *work) remark(m *Model) string {
	switch {
	case w.isVisible(m):
		return "what was changed in its folder · esc back"
	case !hasWork(m) || w.of.run != m.row().Origin.Run || w.err != nil || w.is.Files == 0:
		return ""
	}
	return fmt.Sprintf("%s +%d −%d", transcript.Count(w.is.Files, "file"), w.is.Added, w.is.Deleted)
}
