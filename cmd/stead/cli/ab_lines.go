package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"stead/inject"
	"stead/internal/plain"
	"stead/internal/transcript"
	"stead/orchestrator/ab"
	"stead/runs"
	"stead/timeline"
)

// contestWatch shows a contest until it is closed.
type contestWatch interface {
	ab.Watcher
	close()
}

// contestLines tells of each change in a line.
type contestLines struct {
	*app
	mutex sync.Mutex
	// told is the state of each contestant that was told last.
	told map[string]ab.State
}

// Changed implements ab.Watcher.
func (l *contestLines) Changed(c ab.Contest) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.told == nil {
		l.told = map[string]ab.State{}
		l.say(l.opening(c))
	}
	for _, one := range c.Contestants {
		if l.told[one.Name] != one.State && one.State != ab.Waiting {
			l.told[one.Name] = one.State
			l.tell("%s", l.progressLine(one))
		}
	}
}

// progressLine says how far a contestant is.
func (a *app) progressLine(one ab.Contestant) string {
	switch {
	case one.State == ab.Preparing:
		return one.Name + ": its copy of the folder is made"
	case one.State == ab.Working:
		return one.Name + ": works in " + a.tilde(one.Tree)
	case one.State == ab.Checking:
		return one.Name + ": its work is checked"
	case one.Reason != "":
		return fmt.Sprintf("%s: %s: %s", one.Name, one.State, plain.Line(one.Reason))
	case one.Checked != nil:
		return fmt.Sprintf("%s: %s, check %s", one.Name, one.State, checkWord(one))
	}
	return fmt.Sprintf("%s: %s", one.Name, one.State)
}

// opening says what the contest is about, and what has been done with the folder.
func (a *app) opening(c ab.Contest) []string {
	from := ""
	if c.From != "" {
		from = " from " + c.From
	}
	return []string{
		fmt.Sprintf("contest    %s: %s%s", c.ID, contestants(c), from),
		fmt.Sprintf("copies     of %s%s", a.tilde(c.Dir), snapshotWords(c)),
		"may        " + allowanceWords(c),
	}
}

// contestants names who takes part, with the models that were asked for.
func contestants(c ab.Contest) string {
	var names []string
	for _, one := range c.Contestants {
		name := one.Name
		if one.Model != "" {
			name += " (" + one.Model + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// snapshotWords says what is in the copies beside the last commit.
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
		said += "; a " + s.Underway + " is under way, and its files are as they are"
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
		words += ", for " + wholeTime(time.Duration(c.TimeoutMS)*time.Millisecond) + " at most"
	}
	return words
}

// wholeTime writes a duration without parts that are nothing: 1h, not 1h0m0s.
func wholeTime(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Counted implements ab.Watcher.
func (l *contestLines) Counted(string, runs.Run) {}

// Did implements ab.Watcher.
func (l *contestLines) Did(string, *timeline.Entry) {}

// Note implements ab.Watcher.
func (l *contestLines) Note(name, text string) {
	if name != "" {
		text = name + ": " + text
	}
	l.note("%s", text)
}

func (l *contestLines) close() {}
