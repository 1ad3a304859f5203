package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
)

// row is the chosen session. Keys that need one work only where there is one.
func (m *Model) row() listing.Row {
	i, _ := m.list.chosen()
	return i.row
}

// leaves gives the terminal to a command, and comes back after its end.
func leaves(command tea.ExecCommand) tea.Cmd {
	return tea.Exec(command, func(err error) tea.Msg { return done{err: err} })
}

func (m *Model) resume() tea.Cmd { return leaves(m.machine.Resume(m.row())) }

func (m *Model) whole() tea.Cmd {
	return leaves(m.machine.Verb("show", m.row().Reference, "--full"))
}

func (m *Model) replay() tea.Cmd { return leaves(m.machine.Verb("replay", m.row().Reference)) }

func (m *Model) attach() tea.Cmd { return leaves(m.machine.Verb("attach", m.row().Origin.Run)) }

// copy copies the reference by the terminal (OSC 52).
func (m *Model) copy() tea.Cmd { return m.copied(m.row().Reference) }

func (m *Model) copied(text string) tea.Cmd {
	m.note = "copied: " + text
	return tea.SetClipboard(text)
}

// goOn asks in which CLI the session goes on.
func (m *Model) goOn() tea.Cmd {
	r := m.row()
	return m.open(newDialog(m.ctx, m.machine, "Continue "+r.Reference+" in", "run", "--from", r.Reference))
}

// fork asks in which CLI the session goes on from the chosen step; from the list, from its end.
func (m *Model) fork() tea.Cmd {
	r := m.row()
	title, verb := "Fork "+r.Reference+" at its end in", []string{"fork", r.Reference}
	if m.isInside && m.shown.row.CLI == r.CLI && m.shown.row.ID == r.ID {
		if entry, turn := m.timeline.entry(); entry != "" {
			title, verb = "Fork "+r.Reference+" in turn "+thousands(turn)+" in", append(verb, "--at", entry)
		}
	}
	return m.open(newDialog(m.ctx, m.machine, title, verb...))
}

func (m *Model) open(d *dialog) tea.Cmd {
	m.dialog, m.mode = d, choosing
	return d.begin()
}

// prefers reports whether a CLI is proposed: for a fork the session's own, to continue another one.
func (m *Model) prefers(name string) bool {
	return (name == m.row().CLI) == (m.dialog.verb[0] == "fork")
}

func (m *Model) keyOfDialog(k tea.KeyPressMsg) tea.Cmd {
	d := m.dialog
	name := k.String()
	switch {
	case name == "esc":
		return m.close(nil)
	case name == "enter" && d.isReady():
		return m.close(leaves(m.machine.Verb(append(d.line(), d.begins...)...)))
	case name == "d" && !d.isTyping() && d.isReady() && d.rehearses:
		return m.close(m.says(append(append(d.line(), d.begins...), "--detach")...))
	case name == "y" && !d.isTyping() && d.isReady():
		return m.copied(shellLine(append(d.line(), d.begins...)))
	}
	return d.key(k)
}

func (m *Model) close(cmd tea.Cmd) tea.Cmd {
	m.dialog.stop()
	m.dialog, m.mode = nil, looking
	return cmd
}

// says carries out a verb beside the screen, and notes what it says.
func (m *Model) says(arguments ...string) tea.Cmd {
	m.note = "…"
	return func() tea.Msg {
		lines, err := m.machine.Say(m.ctx, arguments...)
		return done{strings.Join(lines, " · "), err}
	}
}

// send has a text typed for the run.
func (m *Model) send() tea.Cmd {
	m.mode = sending
	m.text.set("")
	return nil
}

func (m *Model) keyOfSending(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		m.mode = looking
	case "enter":
		m.mode = looking
		if text := strings.TrimSpace(m.text.value()); text != "" {
			return m.says("send", m.row().Origin.Run, "--", text)
		}
	default:
		m.text.take(k)
	}
	return nil
}

// stop asks whether the run shall end.
func (m *Model) stop() tea.Cmd {
	m.mode = stopping
	return nil
}

func (m *Model) keyOfStopping(k tea.KeyPressMsg) tea.Cmd {
	m.mode = looking
	if k.String() == "y" {
		return m.says("stop", m.row().Origin.Run)
	}
	return nil
}

// acts does with an entry what a key does, once its user has said so.
func (m *Model) acts(a Act) tea.Cmd {
	m.act = a
	if a.Asks != "" {
		m.mode = confirming
		return nil
	}
	return m.confirmed()
}

func (m *Model) keyOfConfirming(k tea.KeyPressMsg) tea.Cmd {
	m.mode = looking
	if k.String() == "y" {
		return m.confirmed()
	}
	return nil
}

func (m *Model) confirmed() tea.Cmd {
	if m.act.Leaves {
		return leaves(m.machine.Verb(m.act.Line...))
	}
	return m.says(m.act.Line...)
}

// mark marks the chosen session.
func (m *Model) mark() tea.Cmd {
	m.marked = m.row().Reference
	m.note = "marked " + m.marked + ": = compares another one with it"
	return nil
}

func (m *Model) compare() tea.Cmd {
	return leaves(m.machine.Verb("session", "compare", m.marked, m.row().Reference))
}

func (m *Model) export() tea.Cmd {
	return m.says("session", "export", m.row().Reference, "--format", "html")
}

// follow goes to the end of the timeline, which then follows what is added.
func (m *Model) follow() tea.Cmd {
	m.timeline.end()
	return nil
}

// contest asks which CLIs get the same prompt.
func (m *Model) contest() tea.Cmd {
	r := m.row()
	return m.open(newContest(m.ctx, m.machine, r.Reference))
}
