package claude

import (
	"cmp"

	"stead/adapters/claude"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// note collects what a record says about the session.
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

// header returns the session's header. The id is the file's name if that is a session id, because the CLI resumes by
// it.
func header(s *recordtree.Session, id string) timeline.Header {
	h := s.Header(claude.Name, cmp.Or(id, s.About.LastSession))
	h.Model.Provider = claude.Info().Vendor
	return h
}
