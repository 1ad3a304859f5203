package tui

import tea "charm.land/bubbletea/v2"

// edited says which copy of a session somebody has edited. Empty when it was left as it was.
type edited struct {
	reference string
	err       error
}

// edit opens the user's editor on a copy of the session.
func (m *Model) edit() tea.Cmd {
	command, edits := m.machine.Edit(m.row())
	return tea.Exec(command, func(err error) tea.Msg { return edited{edits(), err} })
}

// wasEdited asks where the edited copy goes on.
func (m *Model) wasEdited(e edited) tea.Cmd {
	if e.err != nil || e.reference == "" {
		return m.did(done{"nothing was edited", e.err})
	}
	m.note = e.reference + " is kept: stead run --from " + e.reference
	return m.open(newDialog(m.ctx, m.machine, "Continue "+e.reference+" in", "run", "--from", e.reference))
}
