package knowledge

import (
	"path"
	"slices"
	"strings"

	"stead/catalog/memory"
	"stead/catalog/memory/knowledge/command"
)

// failures finds commands that failed, and passed after something was changed.
type failures struct {
	open []*failure
	all  []memory.Finding
}

// failure is a command that failed and has not passed since.
type failure struct {
	call     *call
	error    memory.Evidence
	text     string
	edits    []change
	commands []change
}

// change is a call that may have cured a failure.
type change struct {
	call     *call
	evidence memory.Evidence
}

const (
	// mostFailures is how many failures may wait for their cure, farthest how many steps a cure may be away: after more,
	// what was changed in between tells nothing about the one failure.
	mostFailures = 32
	farthest     = 300
	// mostChanges is how many changes a cure may consist of.
	mostChanges = 20
)

func (f *failures) look(s *step) {
	switch s.Kind {
	case memory.KindCall:
		f.change(s)
	case memory.KindResult:
		f.result(s)
	}
}

// change notes a call that changes something with each failure before it.
func (f *failures) change(s *step) {
	c := s.call
	isCommand := !c.changesFile() && len(c.Line.Commands) > 0 && !c.Line.Looks()
	if !c.changesFile() && !isCommand {
		return
	}
	one := change{c, s.evidence(memory.PartFix)}
	for _, open := range f.open {
		switch {
		case !isCommand && len(open.edits) < mostChanges:
			open.edits = append(open.edits, one)
		case isCommand && len(open.commands) < mostChanges && !proves(c, open):
			open.commands = append(open.commands, one)
		}
	}
}

func (f *failures) result(s *step) {
	if s.call == nil {
		return
	}
	if s.Success != nil && !*s.Success {
		f.undo(s.call)
	}
	switch endOf(s) {
	case failed:
		f.fail(s)
	case passed:
		f.pass(s)
	}
}

// undo forgets a change that was not made: the call failed.
func (f *failures) undo(c *call) {
	isIt := func(one change) bool { return one.call == c }
	for _, open := range f.open {
		open.edits = slices.DeleteFunc(open.edits, isIt)
		open.commands = slices.DeleteFunc(open.commands, isIt)
	}
}

// fail notes a failure. Of several failures of a command only the last one before it passes counts.
func (f *failures) fail(s *step) {
	f.open = slices.DeleteFunc(f.open, func(open *failure) bool {
		return s.Seq-open.error.Seq > farthest || related(s.call, open.call)
	})
	if len(f.open) == mostFailures {
		f.open = f.open[1:]
	}
	f.open = append(f.open, &failure{call: s.call, error: s.evidence(memory.PartError), text: s.Text})
}

// pass ends the failures that a passed command proves to be cured.
func (f *failures) pass(s *step) {
	f.open = slices.DeleteFunc(f.open, func(open *failure) bool {
		if !proves(s.call, open) {
			return false
		}
		cure := open.cure()
		if len(cure) > 0 && s.Seq-open.error.Seq <= farthest {
			f.all = append(f.all, open.finding(cure, s.evidence(memory.PartProof)))
		}
		return true
	})
}

// cure returns the changes that cured a failure: the edits, else the commands.
func (open *failure) cure() []change {
	if len(open.edits) > 0 {
		return open.edits
	}
	return open.commands
}

// related reports whether one of two calls runs what the other does, or a part of it.
func related(a, b *call) bool {
	if a.same(b) {
		return true
	}
	_, isNarrow := command.Narrower(a.Line, b.Line)
	_, isWide := command.Narrower(b.Line, a.Line)
	return isNarrow || isWide
}

// proves reports whether a failure is gone when a call passes: the same runs, or more than it, or that part of it which
// had failed.
func proves(c *call, open *failure) bool {
	if c.same(open.call) {
		return true
	}
	if _, isWide := command.Narrower(open.call.Line, c.Line); isWide {
		return true
	}
	by, isNarrow := command.Narrower(c.Line, open.call.Line)
	return isNarrow && open.concerns(by)
}

// concerns reports whether one of the parts by which a command is narrower is what had failed, or what was changed.
func (open *failure) concerns(parts []string) bool {
	if len(parts) == 0 {
		return true
	}
	text := strings.ToLower(open.text)
	for _, part := range parts {
		stem := stemOf(part)
		if stem != "" && strings.Contains(text, stem) || slices.ContainsFunc(open.edits, func(e change) bool {
			return slices.ContainsFunc(e.call.files(), func(file string) bool {
				return strings.Contains(strings.ToLower(file), stem)
			})
		}) {
			return true
		}
	}
	return false
}

// stemOf returns a target's telling part: store of ./store/..., test_x of tests/test_a.py::test_x, auth of
// src/auth.test.ts.
func stemOf(target string) string {
	target = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(target), "..."), "/")
	if at := strings.LastIndex(target, "::"); at >= 0 {
		return target[at+2:]
	}
	name, _, _ := strings.Cut(path.Base(target), ".")
	return strings.Trim(name, "^$*")
}

func (f *failures) found() []memory.Finding { return f.all }
