package catalog

import (
	"errors"
	"fmt"
	"strings"

	"stead/adapters/adapter"
	"stead/timeline"
)

// Errors of [Catalog.Resolve], besides adapter.ErrNotFound.
var (
	// ErrAmbiguous: several sessions have an id that begins so.
	ErrAmbiguous = errors.New("the reference is ambiguous")
	// ErrReference: the reference is none, or contradicts itself.
	ErrReference = errors.New("not a reference")
)

// NotFoundError says where a session was searched for. It wraps adapter.ErrNotFound.
type NotFoundError struct {
	Reference string
	// Problem says what there is none of.
	Problem string
	Looked  []Looked
	// Near are sessions that may have been meant.
	Near []string
	// Warnings say what could not be read: the session may be there.
	Warnings []error
}

// Error returns what was searched for and where.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("find session %s: %s (%s)", e.Reference, e.Problem, where(e.Looked, e.Warnings))
}

// where says in a few words where was looked.
func where(looked []Looked, warnings []error) string {
	if len(looked) == 0 {
		return "there is no store of sessions to search"
	}
	var places []string
	for _, l := range looked {
		places = append(places, fmt.Sprintf("%d in %s", l.Sessions, l.Root))
	}
	text := "searched " + strings.Join(places, ", ")
	if n := len(warnings); n > 0 {
		text += fmt.Sprintf("; %d could not be read: %v", n, warnings[0])
	}
	return text
}

// Unwrap returns adapter.ErrNotFound.
func (e *NotFoundError) Unwrap() error { return adapter.ErrNotFound }

// Hint says what to do.
func (e *NotFoundError) Hint() string {
	if len(e.Near) > 0 {
		return "did you mean " + strings.Join(e.Near, ", or ") + "?"
	}
	return "`stead list` lists the sessions"
}

// GonePartError is a part of a run whose session its CLI has no more. All names are references. It wraps
// adapter.ErrNotFound.
type GonePartError struct{ Part, Session, Run string }

// Error says so.
func (e *GonePartError) Error() string {
	return fmt.Sprintf("%s is %s, which is no longer there", e.Part, e.Session)
}

// Unwrap returns adapter.ErrNotFound.
func (e *GonePartError) Unwrap() error { return adapter.ErrNotFound }

// Hint says where it is recorded.
func (e *GonePartError) Hint() string { return strings.Join(e.Proposal(), "") }

// Proposal is the hint in parts: words, and each second part a reference. A reader on another machine names those by
// this machine.
func (e *GonePartError) Proposal() []string {
	return []string{"see what the run has recorded of it: stead show ", e.Run, " --full"}
}

// MissingFileError is a path at which there is nothing. It wraps adapter.ErrNotFound.
type MissingFileError struct{ Path string }

// Error says so.
func (e *MissingFileError) Error() string { return fmt.Sprintf("read %s: no such file", e.Path) }

// Unwrap returns adapter.ErrNotFound.
func (e *MissingFileError) Unwrap() error { return adapter.ErrNotFound }

// Hint says what else can be named.
func (e *MissingFileError) Hint() string {
	return "check the path, or name a session: `stead list` lists them"
}

// AmbiguousError names the sessions that a reference could mean. It wraps ErrAmbiguous.
type AmbiguousError struct {
	Reference string
	// Place tells that the reference is a file or folder, which holds them all.
	Place      bool
	Candidates []timeline.Summary
	// References are the shortest ones that tell the candidates apart, in their order.
	References []string
}

// Error returns what is ambiguous.
func (e *AmbiguousError) Error() string {
	if e.Place {
		return fmt.Sprintf("read %s: it holds %d sessions", e.Reference, len(e.Candidates))
	}
	return fmt.Sprintf("find session %s: the ids of %d sessions begin with this", e.Reference, len(e.Candidates))
}

// Unwrap returns ErrAmbiguous.
func (e *AmbiguousError) Unwrap() error { return ErrAmbiguous }

// shownCandidates is how many candidates a hint lists.
const shownCandidates = 8

// Hint lists the candidates.
func (e *AmbiguousError) Hint() string {
	var b strings.Builder
	b.WriteString("give more of the id:")
	if e.Place {
		b.Reset()
		b.WriteString("name one of them:")
	}
	for i, s := range e.Candidates {
		if i == shownCandidates {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Candidates)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s  %s", e.References[i], s.Title)
	}
	return b.String()
}

// UnknownCLIError is a name that no CLI has. It wraps ErrReference.
type UnknownCLIError struct {
	Name  string
	Known []string
	// Meant is the name that was probably meant. It may be empty.
	Meant string
}

// Error returns what is unknown.
func (e *UnknownCLIError) Error() string { return fmt.Sprintf("there is no CLI %q", e.Name) }

// Unwrap returns ErrReference.
func (e *UnknownCLIError) Unwrap() error { return ErrReference }

// Hint lists the known names.
func (e *UnknownCLIError) Hint() string {
	known := "known CLIs: " + strings.Join(e.Known, ", ")
	if e.Meant != "" {
		return fmt.Sprintf("did you mean %s? %s", e.Meant, known)
	}
	return known
}

// FormatError is a file that is no session of a known format. It wraps adapter.ErrFormat.
type FormatError struct {
	Name string
	// Like is what the file looks like.
	Like Likeness
	// Known are the formats that were searched for.
	Known []adapter.Info
}

// Error says what the file looks like.
func (e *FormatError) Error() string {
	return fmt.Sprintf("read %s: this is not a known session format: it looks like %s", e.Name, e.Like.What)
}

// Unwrap returns adapter.ErrFormat.
func (e *FormatError) Unwrap() error { return adapter.ErrFormat }

// Hint says what to do, or else what was searched for.
func (e *FormatError) Hint() string {
	if e.Like.Advice != "" {
		return e.Like.Advice
	}
	var b strings.Builder
	b.WriteString("if it is one anyway, name its CLI: claude:FILE. Formats recognized by content:")
	for _, info := range e.Known {
		signature := info.Signature
		if signature == "" {
			signature = info.Title
		}
		fmt.Fprintf(&b, "\n  %-9s  %s", info.Name, signature)
	}
	return b.String()
}
