package claude

import (
	"path/filepath"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
)

// about is what the records say about the session as a whole. Where they differ, the last one counts but for the folder: a
// session belongs to the one in which it began.
type about struct {
	session, version, cwd, branch string
	model, title                  string
	created, modified             string
	parent, parentEntry           string // the session from which this one was forked
	records                       int
}

func (a *about) note(r *claude.Record, m *claude.Message) {
	if r.Type.IsString() {
		a.records++
	}
	keepFirst(&a.cwd, r.CWD)
	keepFirst(&a.created, r.Timestamp)
	keepLast(&a.modified, r.Timestamp)
	keepLast(&a.session, r.Session)
	keepLast(&a.version, r.Version)
	keepLast(&a.branch, r.GitBranch)
	keepLast(&a.title, r.CustomTitle)
	if !m.Model.Is(claude.Synthetic) {
		keepLast(&a.model, m.Model)
	}
	if a.parent == "" && r.ForkedFrom.IsObject() {
		a.parent = r.ForkedFrom.Get("sessionId").String()
		a.parentEntry = r.ForkedFrom.Get("messageUuid").String()
	}
}

func keepFirst(to *string, value jsonl.Value) {
	if *to == "" {
		*to = value.String()
	}
}

// keepLast sets to unless it holds the value already, which it mostly does and which then costs nothing.
func keepLast(to *string, value jsonl.Value) {
	if len(value) > len(`""`) && !value.Is(*to) {
		*to = value.String()
	}
}

// merge adds what later records say.
func (a *about) merge(later about) {
	for _, pair := range []struct{ first, second *string }{{&a.cwd, &later.cwd}, {&a.created, &later.created}} {
		if *pair.first == "" {
			*pair.first = *pair.second
		}
	}
	for _, pair := range []struct{ first, second *string }{
		{&a.session, &later.session}, {&a.version, &later.version}, {&a.branch, &later.branch},
		{&a.model, &later.model}, {&a.title, &later.title}, {&a.modified, &later.modified},
		{&a.parent, &later.parent}, {&a.parentEntry, &later.parentEntry},
	} {
		if *pair.second != "" {
			*pair.first = *pair.second
		}
	}
	a.records += later.records
}

// header returns the session's header. The id is the file's name where that is a session id: the CLI resumes by it.
func (a *about) header(id string) timeline.Header {
	if id == "" {
		id = a.session
	}
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: claude.Name, OriginalID: id, Version: a.version},
		Project:  timeline.Project{Path: a.cwd},
		Model:    timeline.Model{Provider: claude.Info().Vendor, Model: a.model},
		Metadata: timeline.Metadata{Created: a.created, LastModified: a.modified},
	}
	if a.cwd != "" {
		h.Project.Name = filepath.Base(a.cwd)
	}
	if a.branch != "" {
		h.Project.Git = &timeline.Git{Branch: a.branch}
	}
	if a.parent != "" {
		h.Lineage = &timeline.Lineage{Parent: claude.Name + ":" + a.parent, At: a.parentEntry, Kind: timeline.LineageFork}
	}
	return h
}
