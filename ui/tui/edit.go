package tui

import tea "charm.land/bubbletea/v2"

// edited names the copy of a session that the user has edited. The reference is empty if the copy was left unchanged.
type edited struct {
	reference string
	err       error
}

// edit opens the user's editor on a copy of the session.
func edit(m *Model) tea.Cmd {
	command, edits := m.machine.Edit(m.row())
	return tea.Exec(command, func(err error) tea.Msg { return edited{edits(), err} })
}

// wasEdited asks in which CLI the edited copy continues. As for any session, it proposes a CLI other than the copy's
// own.
func wasEdited(m *Model, e edited) tea.Cmd {
	if e.err != nil || e.reference == "" {
		return m.did(done{note: "nothing was edited", err: e.err})
	}
	m.note = e.reference + " is kept: stead run --from " + e.reference
	isOther := func(name string) bool { return name != m.row().CLI }
	return open(m, newContinuation(m.ctx, m.machine, isOther, "Continue "+e.reference+" in", "run", "--from", e.reference))
}
