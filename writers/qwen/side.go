package qwen

import (
	"slices"

	"stead/internal/adapt/dialogue"
	"stead/timeline"
)

// sides are the abandoned branches of the conversation. Each is a sibling in the CLI's tree: its first record follows
// the one at which it left, and the last record of the file is not on it, so that the model never gets it.
type sides struct {
	out      *output
	dialogue *dialogue.Dialogue
	prompts  *prompts
	branches []timeline.Branch
	// now is the branch that is being written, empty for the active conversation. Tips are the last records of all of
	// them.
	now  string
	tips map[string]string
	// waiting are the entries of branches that must not stand between a call and its result.
	waiting []*timeline.Entry
}

// maxWaiting bounds how many entries of branches wait.
const maxWaiting = 64

// take takes an entry of an abandoned branch.
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

// flush writes the entries of branches that wait.
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

// fork returns the record at which a branch left: where the source does not say, or said it of an entry that was not
// written, the last one of the active conversation.
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

// comeBack goes back to the active conversation, with a record of its own when branches were written: the CLI goes on
// from the last one.
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
