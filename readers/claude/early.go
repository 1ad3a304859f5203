package claude

import "stead/readers"

// early handles turns that end before they begin. When Claude Code creates a session's file, it may write the first
// answer before the prompt (2.1.197, seen twice in some 300 starts on a busy machine). Then only the parents of the
// records show which prompt an answer belongs to.
type early struct {
	parents map[string]string
	// prompt is the id of the prompt that began the turn. Last is the id of the record that ended a turn, and state is
	// how it ended.
	prompt, last string
	state        readers.Turn
}

// mostParents is how many records are remembered. About a dozen surround the creation of a file.
const mostParents = 256

func (e *early) begin(s marks) { e.prompt = s.id }

func (e *early) end(s marks, state readers.Turn) { e.last, e.state = s.id, state }

func (e *early) keep(s marks) {
	if len(e.parents) >= mostParents || e.parents == nil {
		e.parents = map[string]string{}
	}
	e.parents[s.id] = s.parent
}

// see processes a record. If the record connects the end of a turn to its prompt, see returns how the turn ended.
func (e *early) see(s marks) (state readers.Turn, ok bool) {
	if s.id == "" {
		return "", false
	}
	e.keep(s)
	id := e.last
	for range len(e.parents) {
		parent, known := e.parents[id]
		if !known || parent == "" {
			break
		}
		if id = parent; id == e.prompt {
			e.last = ""
			return e.state, true
		}
	}
	return "", false
}
