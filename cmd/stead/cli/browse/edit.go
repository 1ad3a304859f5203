package browse

import (
	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
)

// Edit implements tui.Machine. The editor has the terminal, so the verb cannot print there which draft it made. It is
// the draft of this session that has changed since the start.
func (m *machine) Edit(row listing.Row) (command tea.ExecCommand, edited func() string) {
	began := m.s.Host.Now()
	return m.Verb("session", "edit", row.Reference), func() string {
		drafts, err := m.s.Drafts().Folder.List()
		if err != nil {
			return ""
		}
		for _, d := range drafts {
			if d.Source == row.CLI+":"+row.ID && !d.Changed.Before(began) {
				return d.Name()
			}
		}
		return ""
	}
}
