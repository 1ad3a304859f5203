package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/internal/sys/process"
)

// leaves gives the terminal to a command until the command ends.
func leaves(command tea.ExecCommand) tea.Cmd {
	return tea.Exec(command, func(err error) tea.Msg { return done{err: err} })
}

// starts gives the terminal to a command that a dialog has started.
func starts(command tea.ExecCommand) tea.Cmd {
	return tea.Exec(command, func(err error) tea.Msg { return done{err: err, isStart: true} })
}

func resume(m *Model) tea.Cmd { return leaves(m.machine.Resume(m.row())) }

func whole(m *Model) tea.Cmd { return leaves(m.machine.Verb("show", m.row().Reference, "--full")) }

func replay(m *Model) tea.Cmd { return leaves(m.machine.Verb("replay", m.row().Reference)) }

func attach(m *Model) tea.Cmd { return leaves(m.machine.Verb("attach", m.row().Origin.Run)) }

func export(m *Model) tea.Cmd {
	return says(m, "session", "export", m.row().Reference, "--format", "html")
}

// copyReference copies the reference through the terminal (OSC 52).
func copyReference(m *Model) tea.Cmd { return copied(m, m.row().Reference) }

func copied(m *Model, text string) tea.Cmd {
	m.note = "copied: " + text
	return tea.SetClipboard(text)
}

// place returns the chosen point of the chosen session: the chosen step in a timeline, the session's end in the list.
// Entry is empty for the end.
func place(m *Model) (entry, said string) {
	if isReading(m) && m.beside.isOf(m.row()) {
		if entry, turn := m.beside.session.Steps.Entry(); entry != "" {
			return entry, "in turn " + thousands(turn)
		}
	}
	return "", "at its end"
}

// goOn asks in which CLI the session continues.
func goOn(m *Model) tea.Cmd {
	r := m.row()
	isOther := func(name string) bool { return name != r.CLI }
	return open(m, newContinuation(m.ctx, m.machine, isOther, "Continue "+r.Reference+" in", "run", "--from", r.Reference))
}

// begin asks in which CLI a new session begins. It proposes the CLI of the chosen session.
func begin(m *Model) tea.Cmd {
	cli := m.row().CLI
	return open(m, newBeginning(m.ctx, m.machine, func(name string) bool { return name == cli }))
}

// switchRun asks in which CLI the run goes on, in the same terminal.
func switchRun(m *Model) tea.Cmd {
	r := m.row()
	isOther := func(name string) bool { return name != r.CLI }
	return open(m, newSwitch(m.ctx, m.machine, isOther, "Go on with the run of "+r.Reference+" in", r.Origin.Run))
}

// fork asks in which CLI the session continues from the chosen point. It proposes the session's own CLI.
func fork(m *Model) tea.Cmd {
	r := m.row()
	verb := []string{"fork", r.Reference}
	entry, at := place(m)
	if entry != "" {
		verb = append(verb, "--at", entry)
	}
	isOwn := func(name string) bool { return name == r.CLI }
	return open(m, newContinuation(m.ctx, m.machine, isOwn, "Fork "+r.Reference+" "+at+" in", verb...))
}

// contest asks which CLIs get the same prompt, from the chosen point on.
func contest(m *Model) tea.Cmd {
	r := m.row()
	verb := []string{"ab", "--from", r.Reference}
	entry, at := place(m)
	if entry != "" {
		verb = append(verb, "--at", entry)
	}
	return open(m, newContest(m.ctx, m.machine, "The same prompt for several CLIs, from "+r.Reference+" "+at, verb...))
}

// chain asks which CLIs work one after the other.
func chain(m *Model) tea.Cmd {
	r := m.row()
	return open(m, newChain(m.ctx, m.machine, "One CLI after the other, from "+r.Reference+" at its end", "chain",
		"--from", r.Reference))
}

func open(m *Model, f *form) tea.Cmd {
	m.dialog, m.mode = f, choosing
	return f.begin()
}

func keyOfDialog(m *Model, k tea.KeyPressMsg) tea.Cmd {
	f, isTyping := m.dialog, m.dialog.typing() != nil
	switch name := k.String(); {
	case name == "esc":
		return closed(m, nil)
	case name == "enter" && f.typing() == f.prompt() && f.addStep():
		return f.change()
	case name == "enter" && f.isReady():
		return closed(m, begun(m, f))
	case name == "enter":
		return f.key(tea.KeyPressMsg{Code: tea.KeyDown})
	case name == "d" && !isTyping && f.isReady() && f.detaches:
		return closed(m, says(m, append(append(f.line(), f.begins...), "--detach")...))
	case name == "y" && !isTyping && f.isReady():
		return copied(m, "stead "+process.ShellLine(append(f.line(), f.begins...)))
	}
	return f.key(k)
}

// begun carries out the dialog's verb.
func begun(m *Model, f *form) tea.Cmd {
	if f.isQuiet {
		return says(m, f.line()...)
	}
	return starts(m.machine.Verb(append(f.line(), f.begins...)...))
}

// closed closes the dialog.
func closed(m *Model, cmd tea.Cmd) tea.Cmd {
	m.dialog.report.stop()
	m.dialog, m.mode = nil, looking
	return cmd
}

// says runs a verb in the background, and shows its output as the note.
func says(m *Model, arguments ...string) tea.Cmd {
	m.note = "…"
	ctx, machine := m.ctx, m.machine
	return func() tea.Msg {
		lines, err := machine.Say(ctx, arguments...)
		return done{note: strings.Join(lines, " · "), err: err}
	}
}

// send lets the user type a text for the run.
func send(m *Model) tea.Cmd {
	m.mode = sending
	m.text.Set("")
	return nil
}

// sent sends the typed text to the run.
func sent(m *Model, text string) tea.Cmd {
	if text = strings.TrimSpace(text); text == "" || !hasRun(m) {
		return nil
	}
	return says(m, "send", m.row().Origin.Run, "--", text)
}

// stop ends the run, after the user has confirmed it.
func stop(m *Model) tea.Cmd {
	r := m.row()
	return acts(m, Act{Line: []string{"stop", r.Origin.Run},
		Asks: "end the run of " + r.Reference + "? its session stays"})
}

// acts carries out an act, after the user has confirmed it if the act asks.
func acts(m *Model, a Act) tea.Cmd {
	m.act = a
	if a.Asks != "" {
		m.mode = confirming
		return nil
	}
	return confirmed(m)
}

func keyOfConfirming(m *Model, k tea.KeyPressMsg) tea.Cmd {
	m.mode = looking
	if k.String() == "y" {
		return confirmed(m)
	}
	return nil
}

func confirmed(m *Model) tea.Cmd {
	if m.act.Leaves {
		return leaves(m.machine.Verb(m.act.Line...))
	}
	return says(m, m.act.Line...)
}

// mark marks the chosen session for a comparison.
func mark(m *Model) tea.Cmd {
	m.marked = m.row().Reference
	m.note = "marked " + m.marked + ": = compares another one with it"
	return nil
}

func compare(m *Model) tea.Cmd {
	return leaves(m.machine.Verb("session", "compare", m.marked, m.row().Reference))
}
