package knowledge

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"stead/catalog/memory"
)

// The rules by which failures are found.
const (
	ruleEdited   = "error_solution: edited, then the same command passed"
	ruleCommands = "error_solution: other commands, then the same command passed"
)

// How much of the texts a finding keeps, in bytes.
const (
	mostError  = 1200
	mostFix    = 1200
	mostChange = 240
)

func (open *failure) finding(cure []change, proof memory.Evidence) memory.Finding {
	e := &memory.ErrorSolution{
		Signature: signature(open.text), Error: ends(strings.TrimSpace(plainText(open.text)), mostError),
		Command: open.command(), FixKind: "command",
	}
	rule := ruleCommands
	if len(open.edits) > 0 {
		e.FixKind, rule = "edit", ruleEdited
	}
	var fixes []string
	for _, c := range cure {
		fixes = append(fixes, c.text())
		if e.FixKind == "edit" {
			e.Files = append(e.Files, c.call.files()...)
		}
	}
	slices.Sort(e.Files)
	e.Files = slices.Compact(e.Files)
	e.Fix = cut(strings.Join(fixes, "\n"), mostFix)
	f := finding(memory.ErrorSolutionKind, rule, open.error)
	for _, c := range cure {
		f.Evidence = append(f.Evidence, c.evidence)
	}
	f.Evidence = append(f.Evidence, proof)
	f.ErrorSolution = e
	return f
}

func (open *failure) command() string {
	if line := open.call.Line.String(); line != "" {
		return cut(line, mostChange)
	}
	return open.call.OriginalTool
}

// text says in a line or a few what a change does.
func (c change) text() string {
	in := c.call.Input
	switch {
	case c.call.patch() != "":
		return cut(patchLines(c.call.patch()), 2*mostChange)
	case in.Old != "" || in.New != "":
		return cut(fmt.Sprintf("%s: %s → %s", path.Base(c.call.Path), oneLine(in.Old), oneLine(in.New)), mostChange)
	case in.Content != "":
		return cut(fmt.Sprintf("%s: wrote %s", path.Base(c.call.Path), oneLine(in.Content)), mostChange)
	case c.call.Command != "":
		return cut(oneLine(c.call.Command), mostChange)
	}
	return path.Base(c.call.Path)
}

// patchLines returns the lines of a patch that say which file is changed and how.
func patchLines(patch string) string {
	var kept []string
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		name, isFile := strings.CutPrefix(line, "*** Update File: ")
		switch {
		case isFile:
			kept = append(kept, name+":")
		case strings.HasPrefix(line, "+"), strings.HasPrefix(line, "-"), strings.HasPrefix(line, "*** Add"),
			strings.HasPrefix(line, "*** Delete"):
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}
