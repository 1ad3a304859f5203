package gemini

import (
	"path/filepath"

	format "stead/adapters/gemini"
	"stead/timeline"
)

// index holds the facts about a session after one pass over it.
type index struct {
	conversation *conversation
	lines        int
	tokens       timeline.Tokens
	// session, started, updated and folder come from headers. first and last are the times of messages.
	session, started, updated, folder string
	model, first, last                string
	// agents maps the sessions of sub-agents to the calls that started them.
	agents map[string]string
}

func newIndex() *index { return &index{conversation: newConversation(), agents: map[string]string{}} }

func (x *index) talked() bool { return len(x.conversation.entries.units) > 0 }

func (x *index) add(r record) {
	x.lines++
	if r.kind == format.Header || r.kind == format.Update {
		x.update(r)
	}
	for i := range r.messages {
		x.message(&r.messages[i])
	}
	for _, e := range x.conversation.add(r) {
		if e.Usage != nil {
			x.tokens.Input += e.Usage.Input + e.Usage.CacheRead
			x.tokens.Output += e.Usage.Output
		}
	}
}

func (x *index) update(r record) {
	if id := r.value.Get("sessionId").String(); id != "" {
		x.session = id
	}
	if started := r.value.Get("startTime").String(); started != "" && x.started == "" {
		x.started = started
	}
	if r.timestamp != "" {
		x.updated = r.timestamp
	}
	if x.folder == "" {
		x.folder = firstFolder(r.value)
	}
}

func (x *index) message(m *message) {
	if m.model != "" {
		x.model = m.model
	}
	if m.preamble && x.folder == "" {
		x.folder = folderIn(m.harness)
	}
	if m.timestamp != "" {
		if x.first == "" {
			x.first = m.timestamp
		}
		x.last = m.timestamp
	}
	for _, c := range m.calls {
		if c.agent != "" {
			x.agents[c.agent] = c.id
		}
	}
}

func (x *index) header(path string) timeline.Header {
	id := x.session
	if id == "" {
		id = filepath.Base(path)
	}
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: format.Name, OriginalID: id},
		Project:  timeline.Project{Path: projectOf(path, x.folder)},
		Model:    timeline.Model{Provider: format.Info().Vendor, Model: x.model},
		Metadata: timeline.Metadata{Created: x.started, LastModified: x.updated},
	}
	if h.Project.Path != "" {
		h.Project.Name = filepath.Base(h.Project.Path)
	}
	if h.Metadata.Created == "" {
		h.Metadata.Created = x.first
	}
	if h.Metadata.LastModified == "" {
		h.Metadata.LastModified = x.last
	}
	if x.tokens.Input+x.tokens.Output > 0 {
		h.Metadata.Tokens = &timeline.Tokens{Input: x.tokens.Input, Output: x.tokens.Output}
	}
	return h
}
