package recordtree

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// About is what the records say about the session as a whole.
type About struct {
	// Session is the session's id, CWD the folder in which it began, Created its first time. Of these the first counts.
	Session, CWD, Created string
	// Parent names the session from which this one was forked, ParentEntry the entry at which.
	Parent, ParentEntry string
	// Of the others the last counts. LastSession is the id that the last records bear: copies of another session's may
	// stand before them.
	LastSession, Version, GitBranch, Provider, Model, Name, Modified string
	// Prompt is the beginning of the first prompt.
	Prompt string
	// Input and Output are sums of tokens.
	Input, Output int64
	// Asides counts the records of other conversations in the file.
	Asides int
	// Records counts the lines that are records of the format.
	Records int
}

// KeepFirst sets to unless it is set.
func KeepFirst(to *string, value jsonl.Value) {
	if *to == "" {
		*to = value.String()
	}
}

// KeepLast sets to unless it holds the value already, which it mostly does and which then costs nothing.
func KeepLast(to *string, value jsonl.Value) {
	if len(value) > len(`""`) && !value.Is(*to) {
		*to = value.String()
	}
}

// merge adds what later records say.
func (a *About) merge(later *About) {
	for _, pair := range [...]struct{ to, value *string }{
		{&a.Session, &later.Session}, {&a.CWD, &later.CWD}, {&a.Created, &later.Created},
		{&a.Parent, &later.Parent}, {&a.ParentEntry, &later.ParentEntry}, {&a.Prompt, &later.Prompt},
	} {
		if *pair.to == "" {
			*pair.to = *pair.value
		}
	}
	for _, pair := range [...]struct{ to, value *string }{
		{&a.LastSession, &later.LastSession}, {&a.Version, &later.Version}, {&a.GitBranch, &later.GitBranch},
		{&a.Provider, &later.Provider},
		{&a.Model, &later.Model}, {&a.Name, &later.Name}, {&a.Modified, &later.Modified},
	} {
		if *pair.value != "" {
			*pair.to = *pair.value
		}
	}
	a.Input, a.Output = a.Input+later.Input, a.Output+later.Output
	a.Records += later.Records
	a.Asides += later.Asides
}

// Tokens returns the sums, or nil when nothing was counted.
func (a *About) Tokens() *timeline.Tokens {
	if a.Input+a.Output == 0 {
		return nil
	}
	return &timeline.Tokens{Input: a.Input, Output: a.Output}
}

// Title is the session's name, else the beginning of its first prompt.
func (a *About) Title() string {
	if a.Name != "" {
		return a.Name
	}
	return a.Prompt
}
