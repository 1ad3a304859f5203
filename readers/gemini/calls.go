package gemini

import (
	"cmp"
	"slices"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// calls tells the calls and their results.
type calls struct {
	entries *entryList
	// newest are the newest calls, by native id, and orphans the results of no call.
	newest, orphans map[string]*unit
	// unnamed are calls without an id, as only other programs write them. Their results have none either.
	unnamed []unnamedCall
	// servers are the timeline's names of MCP servers' tools.
	servers map[string]string
	// beside are the digests of what was told with a result, coming the messages of the snapshot at hand.
	beside map[uint64]bool
	coming []message
}

// unnamedCall is a call that its tool's name must tell.
type unnamedCall struct {
	tool string
	*unit
}

// resolve tells a call unless its message told it, or another one that the CLI writes anew.
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

// nameOf is the timeline's name of a call. Which server a tool is of is said where the terminal's name stands, and
// known from then on.
func (s *calls) nameOf(c *call) string {
	if name, ok := format.MCPName(c.name, c.drawn); ok {
		s.servers[c.name] = name
	}
	return cmp.Or(s.servers[c.name], c.name)
}

// resolveResult tells a result unless its call has one: the CLI writes each twice, and once more with each resume.
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

// waiting returns the first call without an id of a tool that has no result yet.
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

// news returns what stands beside a result and is told nowhere else: where the CLI writes the history anew, it puts all
// that the user's turn holds into the list of each of its results, too (0.61.0).
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

// isTold reports whether a piece was told, or stands in a message of the snapshot at hand.
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

// leaveTold takes out of a message what was told with the results that stand in it.
func (s *calls) leaveTold(m *message) {
	if len(m.results) > 0 && len(s.beside) > 0 {
		m.says = slices.DeleteFunc(m.says, func(said saying) bool { return s.beside[said.key] })
	}
}
