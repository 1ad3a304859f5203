package recordtree

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// About is what the records say about the session as a whole.
type About struct {
	// Session is the session's id, CWD the folder in which it began, Created its first time. The first value of each
	// counts.
	Session, CWD, Created string
	// Parent names the session from which this one was forked. ParentEntry is the entry at the fork.
	Parent, ParentEntry string
	// For the others, the last value counts. LastSession is the id in the last records, because copies of another
	// session's records may precede them.
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

// KeepFirst sets to unless it is already set.
func KeepFirst(to *string, value jsonl.Value) {
	if *to == "" {
		*to = value.String()
	}
}

// KeepLast sets to unless it already holds the value, which is the common case and then costs nothing.
func KeepLast(to *string, value jsonl.Value) {
	if len(value) > len(`""`) && !value.Is(*to) {
		*to = value.String()
	}
}

// merge adds the information of later records.
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

// Tokens returns the sums, or nil if nothing was counted.
func (a *About) Tokens() *timeline.Tokens {
	if a.Input+a.Output == 0 {
		return nil
	}
	return &timeline.Tokens{Input: a.Input, Output: a.Output}
}

// Title returns the session's name, or else the beginning of its first prompt.
func (a *About) Title() string {
	if a.Name != "" {
		return a.Name
	}
	return a.Prompt
}
