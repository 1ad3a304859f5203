package claude

import "stead/readers"

// early knows turns that end before they begin. When Claude Code makes a session's file, it may write the first answer
// before the prompt (2.1.197, seen twice in some 300 starts on a busy machine): only the records' parents tell to which
// prompt an answer belongs.
type early struct {
	parents map[string]string
	// prompt is the id of the prompt that began the turn, last that of the record that ended one, and state how.
	prompt, last string
	state        readers.Turn
}

// mostParents is how many records are remembered: those around the making of a file are a dozen.
const mostParents = 256

func (e *early) begin(s marks) { e.prompt = s.id }

func (e *early) end(s marks, state readers.Turn) { e.last, e.state = s.id, state }

func (e *early) keep(s marks) {
	if len(e.parents) >= mostParents || e.parents == nil {
		e.parents = map[string]string{}
	}
	e.parents[s.id] = s.parent
}

// see notes a record, and returns how the turn has ended when the record joins its end to its prompt.
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
