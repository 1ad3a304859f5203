package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/inject/signals"
	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

// Question is what a run asks permission for.
type Question struct {
	// ID identifies it. Title says who asks for what.
	ID, Title string
	// Lines are the whole request. The lines of a change begin like those of a diff.
	Lines []string
	// Options are the answers that can be given here.
	Options []signals.Option
}

// question is the box in which the user answers a run.
type question struct {
	run string
	is  Question
	err error
	// isKnown says that the request was read. Since is when it was first drawn with its answers.
	isKnown bool
	since   time.Time
	// isEarly says that a key wanted to answer before the request had been on the screen for long enough.
	isEarly bool
	top     int
}

// asked is the result of reading a question.
type asked struct {
	run string
	is  Question
	err error
}

// beforeKeys is how long a request must be on the screen before keys answer it: a key that was pressed for something
// else must not.
const beforeKeys = 300 * time.Millisecond

// keysOfOptions maps keys to the names of answers.
var keysOfOptions = map[string]string{"y": signals.Allow, "a": signals.Always, "d": signals.Deny}

// stale says that a question has been on the screen for a while: since then, its CLI may have drawn its answers, or
// somebody else may have answered.
type stale struct{ run string }

// untilStale is how long a question that was read stays valid.
const untilStale = 300 * time.Millisecond

// answerRun shows the question of the chosen run.
func answerRun(m *Model) tea.Cmd {
	m.question, m.mode = &question{run: m.row().Origin.Run, since: m.now()}, answering
	return m.question.read(m.ctx, m.machine)
}

func (q *question) read(ctx context.Context, machine Machine) tea.Cmd {
	run := q.run
	return func() tea.Msg {
		is, err := machine.Question(ctx, run)
		return asked{run, is, err}
	}
}

// takeAsked shows a question that was read, until it is stale. If it is a different question, keys answer it only after
// it has been on the screen for a while.
func takeAsked(m *Model, a asked) tea.Cmd {
	q := m.question
	if q == nil || q.run != a.run {
		return nil
	}
	if isOther := !q.isKnown || q.is.ID != a.is.ID || len(q.is.Options) != len(a.is.Options); isOther {
		q.since, q.isEarly = m.now(), false
	}
	if q.err, q.isKnown = a.err, true; a.err == nil {
		q.is = a.is
	} else {
		q.is.Options = nil // the question stays visible
	}
	return tea.Tick(untilStale, func(time.Time) tea.Msg { return stale{a.run} })
}

// readAgain reads the question on the screen again.
func readAgain(m *Model, s stale) tea.Cmd {
	if m.question == nil || m.question.run != s.run {
		return nil
	}
	return m.question.read(m.ctx, m.machine)
}

func keyOfAnswering(m *Model, k tea.KeyPressMsg) tea.Cmd {
	q, name := m.question, k.String()
	switch option, isAnswer := q.option(keysOfOptions[name]); {
	case name == "esc", name == "q":
		m.mode, m.question = looking, nil
	case name == "down", name == "j":
		q.top++
	case name == "up", name == "k":
		q.top = max(q.top-1, 0)
	case name == "enter":
		m.mode, m.question = looking, nil
		return leaves(m.machine.Verb("attach", q.run))
	case isAnswer && m.now().Sub(q.since) < beforeKeys:
		q.isEarly = true
	case isAnswer:
		m.mode, m.question = looking, nil
		return says(m, "answer", q.run, option, "--question", q.is.ID)
	}
	return nil
}

// option returns the name of an answer if the CLI offers it.
func (q *question) option(name string) (string, bool) {
	for _, o := range q.is.Options {
		if o.Name == name && name != "" {
			return name, true
		}
	}
	return "", false
}

// view draws the box. The user can scroll through the whole request.
func (q *question) view(width, height int) string {
	inner := max(min(width-6, 96), 20)
	lines := []string{pane.Bold.Render(pane.Line(q.is.Title, inner)), ""}
	switch {
	case q.err != nil:
		lines = append(lines, strings.Split(plain.Wrap(plain.Text(q.err.Error()), inner), "\n")...)
	case !q.isKnown:
		lines = append(lines, "…")
	}
	foot := q.foot(inner)
	var told []string
	for _, l := range q.is.Lines {
		for row := range strings.SplitSeq(plain.Wrap(plain.Text(l), inner), "\n") {
			told = append(told, pane.Change(row))
		}
	}
	room := max(height-len(lines)-len(foot)-3, 1)
	q.top = max(min(q.top, len(told)-room), 0)
	lines = append(lines, told[q.top:min(q.top+room, len(told))]...)
	lines = append(lines, foot...)
	return pane.Box(lines, inner)
}

// foot lists the keys that answer.
func (q *question) foot(width int) []string {
	lines := []string{""}
	for _, key := range []string{"y", "a", "d"} {
		for _, o := range q.is.Options {
			if o.Name == keysOfOptions[key] {
				lines = append(lines, plain.Fit(key+"  "+plain.Line(o.Label), width))
			}
		}
	}
	switch {
	case q.isKnown && q.err == nil && len(q.is.Options) == 0:
		lines = append(lines, plain.Fit("It can only be answered in its own terminal.", width))
	case q.isEarly:
		lines = append(lines, plain.Fit("The answers have only just appeared: press the key again.", width))
	}
	return append(lines, pane.Faint.Render(plain.Fit("enter attach · ↑ ↓ more · esc", width)))
}
