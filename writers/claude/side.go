package claude

import (
	"slices"

	"stead/timeline"
)

// place is where a line of the conversation stands.
type place struct {
	tip        string // the uuid of its last record
	ended      bool   // whether its last record is the model's text
	lastPrompt timeline.Text
}

// sides goes from one branch of the conversation to another.
type sides struct {
	out      *output
	branches []timeline.Branch // of the source
	places   map[string]place  // where those stand that are not written now
}

// goTo continues with an abandoned branch, or with the active conversation, whose name is empty. A branch is a sibling
// in the tree: its first record follows the one at which it left, and the leaf that the session names is not on it, so
// that the model never gets it.
func (s *sides) goTo(branch string) {
	s.places[s.out.side] = s.out.at
	next, isKnown := s.places[branch]
	if !isKnown {
		next.tip = s.fork(branch)
	}
	s.out.side, s.out.at = branch, next
}

// fork returns the record at which a branch left: where the source does not say, or said it of an entry that was not
// written, the last one of the active conversation.
func (s *sides) fork(branch string) string {
	active := s.out.at.tip
	if s.out.side != "" {
		active = s.places[""].tip
	}
	at := slices.IndexFunc(s.branches, func(b timeline.Branch) bool { return b.ID == branch })
	if at < 0 {
		return active
	}
	parent := s.branches[at].ParentID
	switch uuid := s.out.uuid(parent); {
	case parent == "":
		return ""
	case s.out.isWritten(uuid):
		return uuid
	case s.out.isWritten(parent):
		return parent
	}
	return active
}
