package claude

import (
	"path/filepath"

	"stead/internal/format/claude"
	"stead/internal/recordtree"
	"stead/timeline"
)

// note notes what a record says about the session.
func note(about *recordtree.About, r *claude.Record, m *claude.Message) {
	if r.Type.IsString() {
		about.Records++
	}
	recordtree.KeepFirst(&about.CWD, r.CWD)
	recordtree.KeepFirst(&about.Created, r.Timestamp)
	recordtree.KeepLast(&about.Modified, r.Timestamp)
	recordtree.KeepLast(&about.LastSession, r.Session)
	recordtree.KeepLast(&about.Version, r.Version)
	recordtree.KeepLast(&about.GitBranch, r.GitBranch)
	if !m.Model.Is(claude.Synthetic) {
		recordtree.KeepLast(&about.Model, m.Model)
	}
	if about.Parent == "" && r.ForkedFrom.IsObject() {
		about.Parent = r.ForkedFrom.Get("sessionId").String()
		about.ParentEntry = r.ForkedFrom.Get("messageUuid").String()
	}
}

// header returns the session's header. The id is the file's name where that is a session id: the CLI resumes by it.
func header(s *recordtree.Session, id string) timeline.Header {
	a := &s.About
	if id == "" {
		id = a.LastSession
	}
	h := timeline.Header{
		ID: id, Version: timeline.Version,
		Source:   timeline.Source{CLI: claude.Name, OriginalID: id, Version: a.Version},
		Project:  timeline.Project{Path: a.CWD},
		Model:    timeline.Model{Provider: claude.Info().Vendor, Model: a.Model},
		Metadata: timeline.Metadata{Created: a.Created, LastModified: a.Modified, Tokens: a.Tokens()},
		Branches: s.Branches,
	}
	if a.CWD != "" {
		h.Project.Name = filepath.Base(a.CWD)
	}
	if a.GitBranch != "" {
		h.Project.Git = &timeline.Git{Branch: a.GitBranch}
	}
	if a.Parent != "" {
		h.Lineage = &timeline.Lineage{Parent: claude.Name + ":" + a.Parent, At: a.ParentEntry, Kind: timeline.LineageFork}
	}
	return h
}
