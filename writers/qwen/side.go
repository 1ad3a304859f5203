package qwen

import (
	"slices"

	"stead/internal/format/qwen"
	"stead/timeline"
)

// sides are the abandoned branches of the conversation. Each is a sibling in the CLI's tree: its first record follows the one at which it left,
// and the last record of the file is not on it, so that the model never gets it.
type sides struct {
	// now is the branch that is being written, empty for the active conversation. Tips are the last records of all of them.
	now  string
	tips map[string]string
	// forks are the entries at which branches left, with the records that they became.
	forks map[string]string
	// noted are the entries of the next record, waiting those of branches that must not stand between a call and its result.
	noted   []string
	waiting []*timeline.Entry
}

// maxWaiting bounds how many entries of branches wait.
const maxWaiting = 64

func newSides(branches []timeline.Branch) sides {
	s := sides{tips: map[string]string{}, forks: map[string]string{}}
	for _, b := range branches {
		s.forks[b.ParentID] = ""
	}
	return s
}

// note remembers an entry of the next record, if a branch leaves there.
func (s *sides) note(entry string) {
	if _, isFork := s.forks[entry]; isFork {
		s.noted = append(s.noted, entry)
	}
}

// written tells which record the noted entries became.
func (s *sides) written(uuid string) {
	for _, entry := range s.noted {
		s.forks[entry] = uuid
	}
	s.noted = nil
}

// aside takes an entry of an abandoned branch.
func (e *encoder) aside(entry *timeline.Entry) error {
	if entry.Compaction != nil {
		e.Lose("summary of an abandoned branch", "it stays in the source session")
		return nil
	}
	e.sides.waiting = append(e.sides.waiting, entry)
	if e.mustWait() && len(e.sides.waiting) < maxWaiting {
		return nil
	}
	return e.flushSides()
}

// mustWait reports whether a call of the active conversation has no result yet.
func (e *encoder) mustWait() bool { return e.sides.now == "" && e.dialogue.IsOpen() }

// flushSides writes the entries of branches that wait.
func (e *encoder) flushSides() error {
	waiting := e.sides.waiting
	e.sides.waiting = nil
	for _, entry := range waiting {
		if err := e.goTo(entry.Branch); err != nil {
			return err
		}
		if err := e.dialogue.Add(entry); err != nil {
			return err
		}
	}
	return nil
}

// goTo goes on with a branch, or with the active conversation, whose name is empty.
func (e *encoder) goTo(branch string) error {
	if branch == e.sides.now {
		return nil
	}
	if err := e.dialogue.Close(); err != nil {
		return err
	}
	if err := e.flushSaid(); err != nil {
		return err
	}
	e.sides.tips[e.sides.now] = e.tip
	next, isKnown := e.sides.tips[branch]
	if !isKnown {
		next = e.fork(branch)
	}
	e.sides.now, e.tip = branch, next
	return nil
}

// fork returns the record at which a branch left: where the source does not say, or said it of an entry that was not written, the last one of
// the active conversation.
func (e *encoder) fork(branch string) string {
	active := e.sides.tips[""]
	at := slices.IndexFunc(e.stream.Header.Branches, func(b timeline.Branch) bool { return b.ID == branch })
	if at < 0 {
		return active
	}
	parent := e.stream.Header.Branches[at].ParentID
	if uuid := e.sides.forks[parent]; uuid != "" || parent == "" {
		return uuid
	}
	return active
}

// comeBack goes back to the active conversation, with a record of its own when branches were written: the CLI goes on from the last one.
func (e *encoder) comeBack() error {
	if err := e.flushSides(); err != nil {
		return err
	}
	wasAside := e.sides.now != ""
	if err := e.goTo(""); err != nil || !wasAside {
		return err
	}
	return e.leaf()
}

// leaf writes a record that only says from where the conversation goes on.
func (e *encoder) leaf() error {
	return e.record(&timeline.Entry{ID: "leaf"}, qwen.TypeSystem, qwen.TypeSystem, func(o *timeline.Object) {
		o.String("subtype", qwen.Telemetry)
		o.Raw("systemPayload", []byte(`{"uiEvent":{"event.name":"`+qwen.LeafEvent+`"}}`))
	})
}
