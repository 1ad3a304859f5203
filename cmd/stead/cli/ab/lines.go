package ab

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/inject"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/orchestrator/ab"
	"stead/runs"
	"stead/timeline"
)

// watch shows a contest until it is closed.
type watch interface {
	ab.Watcher
	close()
}

// lines reports each change as a line.
type lines struct {
	process *setup.Process
	mutex   sync.Mutex
	// reported is the last reported state of each contestant.
	reported map[string]ab.State
}

// Changed implements ab.Watcher.
func (l *lines) Changed(c ab.Contest) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.reported == nil {
		l.reported = map[string]ab.State{}
		l.process.Term.Err.Messages(opening(l.process, c))
	}
	for _, one := range c.Contestants {
		if l.reported[one.Name] != one.State && one.State != ab.Waiting {
			l.reported[one.Name] = one.State
			l.process.Term.Err.Message("%s", progressLine(l.process, one))
		}
	}
}

// progressLine describes the progress of a contestant.
func progressLine(p *setup.Process, one ab.Contestant) string {
	switch {
	case one.State == ab.Preparing:
		return one.Name + ": copying the folder"
	case one.State == ab.Working && one.Machine != "":
		return one.Name + ": working on " + one.Machine
	case one.State == ab.Working:
		return one.Name + ": working in " + p.Tilde(one.Tree)
	case one.State == ab.Checking:
		return one.Name + ": checking its work"
	case one.Reason != "":
		return fmt.Sprintf("%s: %s: %s", one.Name, one.State, plain.Line(one.Reason))
	case one.Checked != nil:
		return fmt.Sprintf("%s: %s, check %s", one.Name, one.State, checkWord(one))
	}
	return fmt.Sprintf("%s: %s", one.Name, one.State)
}

// opening describes the contest, and the copies of its folder.
func opening(p *setup.Process, c ab.Contest) []string {
	from := ""
	if c.From != "" {
		from = " from " + c.From
	}
	return []string{
		fmt.Sprintf("contest    %s: %s%s", c.ID, contestants(c), from),
		fmt.Sprintf("copies     of %s%s", p.Tilde(c.Dir), snapshotWords(c)),
		"may        " + allowanceWords(c),
	}
}

// contestants lists the contestants, with their machines and the requested models.
func contestants(c ab.Contest) string {
	var names []string
	for _, one := range c.Contestants {
		name := one.Name
		if one.Machine != "" {
			name += " on " + one.Machine
		}
		if one.Model != "" {
			name += " (" + one.Model + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// snapshotWords describes what the copies contain in addition to the last commit.
func snapshotWords(c ab.Contest) string {
	s, said := c.Snapshot, ""
	if s.Uncommitted > 0 {
		said = ", with " + transcript.Count(s.Uncommitted, "uncommitted change")
	}
	if n := len(s.Modules); n > 0 {
		said += ", with " + transcript.Count(n, "module")
	}
	if s.Own {
		said += "; it has no git, so stead keeps them in a repository of its own"
	}
	if s.Underway != "" {
		said += "; a " + s.Underway + " is in progress, and its files are copied as they are"
	}
	return said
}

func allowanceWords(c ab.Contest) string {
	words := map[inject.Allowance]string{
		inject.AsConfigured: "what each is configured to do without asking (--allow configured)",
		inject.Edits:        "change files and run commands there without asking (--allow edits)",
		inject.Everything:   "do anything without asking, also outside of the copies (--allow all)",
	}[c.Allow]
	if c.TimeoutMS > 0 {
		words += ", for " + plain.Duration(time.Duration(c.TimeoutMS)*time.Millisecond) + " at most"
	}
	return words
}

// Counted implements ab.Watcher.
func (l *lines) Counted(string, runs.Run) {}

// Did implements ab.Watcher.
func (l *lines) Did(string, *timeline.Entry) {}

// Note implements ab.Watcher.
func (l *lines) Note(name, text string) {
	if name != "" {
		text = name + ": " + text
	}
	l.process.Term.Err.Note("%s", text)
}

func (l *lines) close() {}
