package history

import (
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/adapt/entry"
	"stead/runs"
	"stead/timeline"
)

// Path knows which entries of a run's journal are in the conversation, as the session of the run's CLI has it: the user
// may have gone back in it, or returned to an abandoned branch.
type Path struct {
	run     runs.Run
	forgets bool
	// entries are the branches of the session's entries, records those of whole records.
	entries map[position]string
	records map[int]string
	// told are the entries that stead wrote into the session, in the order of the journal.
	told []said
}

// ReadPath compares a journal with the current state of the run's own session. Info is that of its CLI. Its errors are
// those of both.
func ReadPath(journal, session timeline.Stream, run runs.Run, info adapter.Info) (*Path, error) {
	p := &Path{run: run, forgets: info.Forgets, entries: map[position]string{}, records: map[int]string{}}
	var delivered telling
	for e, err := range session.Entries {
		if err != nil {
			return nil, err
		}
		if e.Native == nil || e.Native.Session != "" && e.Native.Session != run.To.ID {
			continue
		}
		branch := p.Name(e.Branch)
		p.entries[positionOf(e, p.forgets)] = branch
		p.records[e.Native.Line] = branch
		if e.Native.Line <= run.Lines {
			delivered.add(e, branch)
		}
	}
	return p, p.align(journal, delivered)
}

// Name returns the name that a branch of the session has in the journal. If the journal begins with another session,
// the name differs from that session's branches.
func (p *Path) Name(branch string) string {
	if branch == "" || p.run.From.ID == "" && len(p.run.Hops) == 0 {
		return branch
	}
	return p.run.To.Reference() + "/" + branch
}

// wasNamed reports whether a branch has a name that belongs to a session of the run's CLIs.
func wasNamed(branch string, run runs.Run) bool {
	isOf := func(s runs.Session) bool { return strings.HasPrefix(branch, s.Reference()+"/") }
	return isOf(run.To) || slices.ContainsFunc(run.Hops, func(h runs.Hop) bool { return isOf(h.To) })
}

// align finds which entries of the journal the delivered entries stand for, if one of them is or was on a branch.
func (p *Path) align(journal timeline.Stream, delivered telling) error {
	if p.run.Lines == 0 {
		return nil
	}
	var told telling
	wasLeft := false
	for e, err := range journal.Entries {
		if err != nil {
			return err
		}
		isLeft := strings.HasPrefix(e.Branch, p.run.To.Reference()+"/")
		if !p.isOwn(e) && (e.Branch == "" || isLeft) {
			told.add(e, "")
			wasLeft = wasLeft || isLeft
		}
	}
	if delivered.isLeft || wasLeft {
		told.standFor(delivered)
		p.told = told.all
	}
	return nil
}

// isOwn reports whether an entry of the journal was read in the session.
func (p *Path) isOwn(e *timeline.Entry) bool {
	return e.Native != nil && e.Native.Session == p.run.To.ID
}

// Branches returns a function that returns the branch of an entry of the journal. The caller must call it for all
// entries, in order.
func (p *Path) Branches() func(*timeline.Entry) string {
	told, gone := p.told, ""
	return func(e *timeline.Entry) string {
		if !p.isOwn(e) {
			gone = ""
			if len(told) > 0 && told[0].is(e) {
				branch := told[0].branch
				told = told[1:]
				return branch
			}
			return e.Branch
		}
		branch, isThere := p.own(e)
		if isThere {
			gone = ""
			return branch
		}
		gone = goneBranch(e, gone)
		return gone
	}
}

// own returns the branch of an entry that was read in the session. IsThere is false for an entry that a CLI that
// forgets has deleted.
func (p *Path) own(e *timeline.Entry) (branch string, isThere bool) {
	if branch, isThere = p.entries[positionOf(e, p.forgets)]; isThere || p.forgets {
		return branch, isThere
	}
	if branch, isThere = p.records[e.Native.Line]; isThere {
		return branch, true
	}
	return e.Branch, true // the record has changed, or is not there yet
}

// gonePrefix begins the names of the branches of entries that a CLI has deleted.
const gonePrefix = "deleted-"

// goneBranch returns the branch of a deleted entry: the branch that it already has, that of the entry before it, or a
// new one that begins with it.
func goneBranch(e *timeline.Entry, before string) string {
	switch {
	case strings.HasPrefix(e.Branch, gonePrefix):
		return e.Branch
	case before != "":
		return before
	}
	return gonePrefix + e.ID
}

// Over returns the journal with the branches of the path. It does not change the journal's file.
func (p *Path) Over(journal timeline.Stream) timeline.Stream {
	all := journal.Entries
	journal.Entries = func(yield func(*timeline.Entry, error) bool) {
		branchOf := p.Branches()
		for e, err := range all {
			if err == nil {
				e = onBranch(e, branchOf(e))
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return journal
}

// Named returns the session's entries with the names that their branches have in the journal.
func (p *Path) Named(session Entries) Entries {
	return func(yield func(*timeline.Entry, error) bool) {
		for e, err := range session {
			if err == nil {
				e = onBranch(e, p.Name(e.Branch))
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

func onBranch(e *timeline.Entry, branch string) *timeline.Entry {
	if e.Branch == branch {
		return e
	}
	moved := *e
	moved.Branch = branch
	return &moved
}

// WithBranches lists in a stream's header the branches that its entries name.
func WithBranches(s timeline.Stream) (timeline.Stream, error) {
	outline := entry.Outline{Known: s.Header.Branches}
	for e, err := range s.Entries {
		if err != nil {
			return s, err
		}
		outline.See(e)
	}
	s.Header.Branches = outline.Branches()
	return s, nil
}
