package redaction

import (
	"slices"

	"stead/timeline"
	"stead/writers"
)

// tally counts what was masked in one range over a session.
type tally struct {
	masked []writers.MaskedSecret
	// tools are those of the calls without a result so far, by id.
	tools map[string]timeline.Tool
}

func newTally() *tally { return &tally{tools: map[string]timeline.Tool{}} }

// count counts what was masked in an entry.
func (t *tally) count(m Masked) {
	if t == nil {
		return
	}
	tool := t.tools[m.CallID]
	switch m.Type {
	case timeline.ToolCall:
		t.tools[m.ID] = m.Tool
	case timeline.ToolResult:
		delete(t.tools, m.CallID)
	default:
	}
	for _, f := range m.finds {
		if f.where == "output" && tool != "" {
			f.where += " of " + string(tool)
		}
		t.add(writers.MaskedSecret{Rule: f.rule, Where: f.where, Entry: m.ID, Count: 1})
	}
}

// add adds to the count of the same kind of secret in the same kind of place.
func (t *tally) add(found writers.MaskedSecret) {
	at := slices.IndexFunc(t.masked, func(m writers.MaskedSecret) bool {
		return m.Rule == found.Rule &&
			m.Where == found.Where
	})
	if at < 0 {
		t.masked = append(t.masked, found)
		return
	}
	t.masked[at].Count += found.Count
}
