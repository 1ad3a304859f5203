package gemini

import (
	"cmp"
	"slices"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// calls converts the calls and their results to entries.
type calls struct {
	entries *entryList
	// newest maps native ids to the newest calls. orphans maps them to results without a call.
	newest, orphans map[string]*unit
	// unnamed are calls without an id, which only other programs write. Their results have no id either.
	unnamed []unnamedCall
	// servers maps native names of MCP servers' tools to the timeline's names.
	servers map[string]string
	// beside holds the digests of content that was emitted together with a result. coming are the messages of the current
	// snapshot.
	beside map[uint64]bool
	coming []message
}

// unnamedCall is a call that only the name of its tool identifies.
type unnamedCall struct {
	tool string
	*unit
}

// resolve emits a call unless its message already emitted it, or the CLI only writes the call of another message again.
func (s *calls) resolve(k *known, m *message, c *call, again bool) {
	if k.calls[c.id] != nil {
		return
	}
	if told := s.newest[c.id]; again && told != nil && told.key == c.key {
		k.calls[c.id] = told
		if len(k.text) == 0 && told.thought != nil {
			k.text = []*unit{told.thought}
		}
		return
	}
	tool, input := format.ToUniversal(c.name, c.args)
	e := &timeline.Entry{
		Type: timeline.ToolCall, Tool: tool, Input: input, OriginalTool: s.nameOf(c), Model: m.model, Timestamp: m.timestamp,
	}
	u := s.entries.emit(c.id, c.key, e)
	if len(k.text) == 1 && k.text[0].key == 0 {
		u.thought = k.text[0]
	}
	k.calls[c.id] = u
	if c.hasID {
		s.newest[c.id] = u
	} else {
		s.unnamed = append(s.unnamed, unnamedCall{c.name, u})
	}
}

// nameOf returns the timeline's name of a call. Only records with the terminal's name show which server a tool belongs
// to. From then on, nameOf knows the server.
func (s *calls) nameOf(c *call) string {
	if name, ok := format.MCPName(c.name, c.drawn); ok {
		s.servers[c.name] = name
	}
	return cmp.Or(s.servers[c.name], c.name)
}

// resolveResult emits a result unless its call has one: the CLI writes each result twice, and again with each resume.
func (s *calls) resolveResult(k *known, m *message, r *result) {
	c := s.newest[r.call]
	if r.call == "" {
		c = s.waiting(r.name)
	}
	told := s.orphans[r.call]
	if c != nil {
		told = c.answer
	}
	if told == nil {
		told = s.answer(c, m, r)
	}
	if !slices.Contains(k.results, told) {
		k.results = append(k.results, told)
	}
}

// waiting returns the first call of a tool that has neither an id nor a result yet.
func (s *calls) waiting(tool string) *unit {
	for _, c := range s.unnamed {
		if c.tool == tool && c.answer == nil {
			return c.unit
		}
	}
	return nil
}

func (s *calls) answer(c *unit, m *message, r *result) *unit {
	e := &timeline.Entry{
		Type: timeline.ToolResult, CallID: r.call, Success: !r.failed, Output: r.output, Error: r.err,
		Attachments: r.attachments, Timestamp: m.timestamp,
	}
	said := s.news(r.beside)
	for i := range said {
		if said[i].origin == nil {
			e.Output = timeline.Join([]timeline.Text{e.Output, said[i].text}, "\n")
			e.Attachments = append(e.Attachments, said[i].attachments...)
		}
	}
	if c != nil {
		e.CallID = c.entry
	}
	told := s.entries.emit(e.CallID+":result", 0, e)
	if c != nil {
		c.answer = told
	} else {
		s.orphans[r.call] = told
	}
	for i := range said {
		if origin := said[i].origin; origin != nil {
			context := &timeline.Entry{Type: timeline.User, Content: said[i].text, Attachments: said[i].attachments,
				Origin: origin, Timestamp: m.timestamp}
			s.entries.emit("", said[i].key, context)
		}
	}
	return told
}

// news returns the content next to a result that appears nowhere else: when the CLI rewrites the history, it also puts
// everything in the user's turn into the list of each of the turn's results (0.61.0).
func (s *calls) news(said []saying) []saying {
	var news []saying
	for i := range said {
		if key := said[i].key; !s.beside[key] && !s.isTold(&said[i]) {
			s.beside[key] = true
			news = append(news, said[i])
		}
	}
	return news
}

// isTold reports whether a piece was already emitted, or appears in a message of the current snapshot.
func (s *calls) isTold(said *saying) bool {
	for i := range s.entries.units {
		if said.length(s.entries.units[i:]) > 0 {
			return true
		}
	}
	for i := range s.coming {
		if slices.ContainsFunc(s.coming[i].says, func(other saying) bool { return other.key == said.key }) {
			return true
		}
	}
	return false
}

// leaveTold removes from a message the pieces that were already emitted with its results.
func (s *calls) leaveTold(m *message) {
	if len(m.results) > 0 && len(s.beside) > 0 {
		m.says = slices.DeleteFunc(m.says, func(said saying) bool { return s.beside[said.key] })
	}
}
