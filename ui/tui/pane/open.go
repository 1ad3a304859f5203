package pane

import (
	tea "charm.land/bubbletea/v2"

	"stead/internal/render/transcript/terminal"
)

// How is the way in which an opened step is shown.
type How int

// Whole shows the complete step. Raw shows the records that its CLI wrote for it.
const (
	Whole How = iota + 1
	Raw
)

// openedStep is a step that was read completely.
type openedStep struct {
	reference, entry string
	width            int
	how              How
	lines            []string
	err              error
}

// Open opens the chosen step. If it is already open in this way, it folds the step.
func (s *Session) Open(how How) tea.Cmd {
	entry := s.Steps.chosen()
	if entry == "" {
		return nil
	}
	if s.Steps.opened[entry].how == how {
		delete(s.Steps.opened, entry)
		s.Steps.measure()
		s.Steps.Window.Move(0)
		return nil
	}
	return s.read(entry, how)
}

// read reads a complete step. In a session of 60,000 entries that takes half a second, so the pane says so meanwhile.
func (s *Session) read(entry string, how How) tea.Cmd {
	s.opening = entry
	ctx, open, reference, o := s.ctx, s.open, s.reference, s.options
	return func() tea.Msg {
		step := openedStep{reference: reference, entry: entry, width: o.Width, how: how}
		stream, err := open(ctx, reference)
		switch {
		case err != nil:
			step.err = err
		case how == Raw:
			step.lines, step.err = terminal.Raw(stream, entry, o)
		default:
			var b terminal.Block
			b, step.err = terminal.One(stream, entry, o)
			step.lines = b.Lines
		}
		return step
	}
}

// takeOpened shows a step that was read completely. If reading failed, it shows the reason in the step's place.
func (s *Session) takeOpened(step openedStep) {
	if step.reference != s.reference {
		return
	}
	if step.entry == s.opening {
		s.opening = ""
	}
	if step.width != s.options.Width {
		return
	}
	if step.err != nil {
		step.lines = append([]string{""}, Wrapped("  This step cannot be shown: "+step.err.Error(), step.width)...)
	}
	steps := &s.Steps
	if steps.opened == nil {
		steps.opened = map[string]openedStep{}
	}
	steps.opened[step.entry] = step
	steps.measure()
	switch isChosen := steps.chosen() == step.entry; {
	case isChosen && s.find.isWaiting:
		s.find.isWaiting = false
		s.find.showHit(steps, 1)
	case isChosen:
		steps.Window.Move(0)
	}
}
