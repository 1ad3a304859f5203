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
	// ErrAmbiguous: the ids of several sessions begin with the reference.
	ErrAmbiguous = errors.New("the reference is ambiguous")
	// ErrReference: the text is not a reference, or contradicts itself.
	ErrReference = errors.New("not a reference")
)

// NotFoundError says where stead searched for a session. It wraps adapter.ErrNotFound.
type NotFoundError struct {
	Reference string
	// Problem describes what was not found.
	Problem string
	Looked  []Looked
	// Near are sessions that the user may have meant.
	Near []string
	// Warnings describe what could not be read, which may include the session.
	Warnings []error
}

// Error says what was searched for, and where.
func (e *NotFoundError) Error() string {
	return fmt.Sprintf("find session %s: %s (%s)", e.Reference, e.Problem, where(e.Looked, e.Warnings))
}

// where describes in a few words where stead searched.
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

// Hint says what the user can do.
func (e *NotFoundError) Hint() string {
	if len(e.Near) > 0 {
		return "did you mean " + strings.Join(e.Near, ", or ") + "?"
	}
	return "`stead list` lists the sessions"
}

// GonePartError means that a CLI no longer has the session of a part of a run. All fields are references. It wraps
// adapter.ErrNotFound.
type GonePartError struct{ Part, Session, Run string }

// Error returns the message.
func (e *GonePartError) Error() string {
	return fmt.Sprintf("%s is %s, which is no longer there", e.Part, e.Session)
}

// Unwrap returns adapter.ErrNotFound.
func (e *GonePartError) Unwrap() error { return adapter.ErrNotFound }

// Hint says where the part is recorded.
func (e *GonePartError) Hint() string { return strings.Join(e.Proposal(), "") }

// Proposal returns the hint in parts, alternately words and references. A reader on another machine adds this machine's
// name to the references.
func (e *GonePartError) Proposal() []string {
	return []string{"see what the run has recorded of it: stead show ", e.Run, " --full"}
}

// MissingFileError means that a path does not exist. It wraps adapter.ErrNotFound.
type MissingFileError struct{ Path string }

// Error returns the message.
func (e *MissingFileError) Error() string { return fmt.Sprintf("read %s: no such file", e.Path) }

// Unwrap returns adapter.ErrNotFound.
func (e *MissingFileError) Unwrap() error { return adapter.ErrNotFound }

// Hint says what the user can name instead.
func (e *MissingFileError) Hint() string {
	return "check the path, or name a session: `stead list` lists them"
}

// AmbiguousError lists the sessions that a reference could mean. It wraps ErrAmbiguous.
type AmbiguousError struct {
	Reference string
	// Place reports that the reference is a file or folder that contains them all.
	Place      bool
	Candidates []timeline.Summary
	// References are the shortest references that distinguish the candidates, in the same order.
	References []string
}

// Error says what is ambiguous.
func (e *AmbiguousError) Error() string {
	if e.Place {
		return fmt.Sprintf("read %s: it holds %d sessions", e.Reference, len(e.Candidates))
	}
	return fmt.Sprintf("find session %s: the ids of %d sessions begin with this", e.Reference, len(e.Candidates))
}

// Unwrap returns ErrAmbiguous.
func (e *AmbiguousError) Unwrap() error { return ErrAmbiguous }

// shownCandidates is the maximum number of candidates in a hint.
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
	// Meant is the name that the user probably meant. It may be empty.
	Meant string
}

// Error returns the unknown name in a message.
func (e *UnknownCLIError) Error() string { return fmt.Sprintf("there is no CLI %q", e.Name) }

// Unwrap returns ErrReference.
func (e *UnknownCLIError) Unwrap() error { return ErrReference }

// Hint lists the known names.
func (e *UnknownCLIError) Hint() string {
	known := "known CLIs and formats: " + strings.Join(e.Known, ", ")
	if e.Meant != "" {
		return fmt.Sprintf("did you mean %s? %s", e.Meant, known)
	}
	return known
}

// FormatError is a file that is not a session in a known format. It wraps adapter.ErrFormat.
type FormatError struct {
	Name string
	// Like says what the file looks like.
	Like Likeness
	// Known are the formats that were tried.
	Known []adapter.Info
}

// Error says what the file looks like.
func (e *FormatError) Error() string {
	return fmt.Sprintf("read %s: this is not a known session format: it looks like %s", e.Name, e.Like.What)
}

// Unwrap returns adapter.ErrFormat.
func (e *FormatError) Unwrap() error { return adapter.ErrFormat }

// Hint says what the user can do, or else which formats were tried.
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
