package qwen

import (
	"slices"

	"stead/internal/adapt/dialogue"
	"stead/timeline"
)

// sides writes the abandoned branches of the conversation. Each is a sibling in the CLI's tree: its first record
// follows the record at which it begins. The last record of the file is never on it, so the model never gets it.
type sides struct {
	out      *output
	dialogue *dialogue.Dialogue
	prompts  *prompts
	branches []timeline.Branch
	// now is the branch that is being written; it is empty for the active conversation. tips maps each branch to its last
	// record.
	now  string
	tips map[string]string
	// waiting are the entries of branches that must not come between a call and its result.
	waiting []*timeline.Entry
}

// maxWaiting is the maximum number of entries of branches that wait.
const maxWaiting = 64

// take writes an entry of an abandoned branch, or lets it wait.
func (s *sides) take(entry *timeline.Entry) error {
	if entry.Compaction != nil {
		s.out.lose("summary of an abandoned branch", "it stays in the source session")
		return nil
	}
	s.waiting = append(s.waiting, entry)
	if s.mustWait() && len(s.waiting) < maxWaiting {
		return nil
	}
	return s.flush()
}

// mustWait reports whether a call of the active conversation has no result yet.
func (s *sides) mustWait() bool { return s.now == "" && s.dialogue.IsOpen() }

// flush writes the waiting entries of branches.
func (s *sides) flush() error {
	waiting := s.waiting
	s.waiting = nil
	for _, entry := range waiting {
		if err := s.goTo(entry.Branch); err != nil {
			return err
		}
		if err := s.dialogue.Add(entry); err != nil {
			return err
		}
	}
	return nil
}

// goTo continues with a branch, or with the active conversation, whose name is empty.
func (s *sides) goTo(branch string) error {
	if branch == s.now {
		return nil
	}
	if err := s.dialogue.Close(); err != nil {
		return err
	}
	if err := s.prompts.flush(); err != nil {
		return err
	}
	s.tips[s.now] = s.out.tip
	next, isKnown := s.tips[branch]
	if !isKnown {
		next = s.fork(branch)
	}
	s.now, s.out.tip = branch, next
	return nil
}

// fork returns the record at which a branch begins. If the source does not name its entry, or the entry was not
// written, that is the last record of the active conversation.
func (s *sides) fork(branch string) string {
	active := s.tips[""]
	at := slices.IndexFunc(s.branches, func(b timeline.Branch) bool { return b.ID == branch })
	if at < 0 {
		return active
	}
	parent := s.branches[at].ParentID
	if uuid := s.out.forks.records[parent]; uuid != "" || parent == "" {
		return uuid
	}
	return active
}

// comeBack returns to the active conversation. After a branch, it writes a record, because the CLI continues from the
// last record.
func (s *sides) comeBack() error {
	if err := s.flush(); err != nil {
		return err
	}
	wasAside := s.now != ""
	if err := s.goTo(""); err != nil || !wasAside {
		return err
	}
	return s.out.leaf()
}
