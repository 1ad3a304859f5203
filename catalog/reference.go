package catalog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stead/forks/draft"
	"stead/readers"
)

// The keywords of references.
const (
	latest    = "latest"
	here      = "."
	stdin     = "-"
	runPrefix = "run"
)

// reference is a parsed reference. Exactly one of file, run, draft and id is set.
type reference struct {
	text string
	// readers are those of the CLIs that may have the session: one, or all of them.
	readers []readers.Reader
	// file is a path, or "-".
	file string
	// run is the id of a run, or the beginning of it.
	run string
	// draft is the id of a draft, the beginning of it, or "latest".
	draft string
	// id is a session's id, the beginning of it, "latest" or ".".
	id string
}

// parser parses references.
type parser struct{ clis clis }

// parse parses a reference. From is the CLI that the user named separately, or empty.
func (p parser) parse(text, from string) (reference, error) {
	ref := reference{text: text, readers: p.clis}
	name, rest, qualified := qualifier(text)
	from = strings.ToLower(from)
	switch {
	case qualified && p.isMissingFile(name, rest):
		ref.file = text
		return ref, nil
	case qualified && name == runPrefix:
		ref.run = rest
		return ref, demandRest(text, rest)
	case qualified && name == draft.Prefix:
		ref.draft = rest
		return ref, demandRest(text, rest)
	case qualified && from != "" && from != name:
		return ref, fmt.Errorf("%w: %s is a session of %s, not of %s", ErrReference, text, name, from)
	case qualified:
		from = name
	}
	if from != "" {
		r, err := p.clis.find(from)
		if err != nil {
			return ref, err
		}
		ref.readers = []readers.Reader{r}
	}
	if p.namesFile(rest, from, qualified) {
		ref.file = rest
	} else {
		ref.id = rest
	}
	return ref, demandRest(text, rest)
}

// qualifier splits the text before the first colon from the rest, unless the colon is part of a file's name.
func qualifier(text string) (name, rest string, qualified bool) {
	name, rest, qualified = strings.Cut(text, ":")
	if !qualified || filepath.VolumeName(text) != "" || isPath(name) || isFile(text) { // C:\folder is a path
		return "", text, false
	}
	return strings.ToLower(name), rest, true
}

// isMissingFile reports whether the text before the colon is neither a CLI nor similar to one, and the whole may be the
// path of a file.
func (p parser) isMissingFile(name, rest string) bool {
	_, err := p.clis.find(name)
	unknown := (*UnknownCLIError)(nil)
	return name != runPrefix && name != draft.Prefix && errors.As(err, &unknown) && unknown.Meant == "" &&
		strings.ContainsAny(rest, "./")
}

// namesFile reports whether the text after the qualifier is a file, which may not exist. Ids have no dot: claude:5f2a
// is a session even if a file with that name exists here.
func (p parser) namesFile(rest, from string, qualified bool) bool {
	if rest == stdin || isPath(rest) || p.clis.isFormat(from) {
		return true
	}
	hasDot := rest != here && strings.ContainsRune(rest, '.')
	return hasDot || isFile(rest) && !qualified
}

// demandRest fails for a reference that says where a session is, but not which one, such as "claude:".
func demandRest(text, rest string) error {
	if rest == "" {
		return fmt.Errorf("%w: %q names no session: add an id, latest, or . for the current folder", ErrReference, text)
	}
	return nil
}

// NamesStored reports whether a reference can only name a session of a CLI by its id or as the newest. It must contain
// no path and must not be standard input.
func NamesStored(reference string) bool {
	const marks = `./\#~`
	name, id, qualified := strings.Cut(reference, ":")
	if !qualified {
		name, id = "", reference
	}
	return id != "" && id != stdin && !strings.ContainsAny(name, marks) && (id == here || !strings.ContainsAny(id, marks))
}

// isPath reports whether the text can only be a path.
func isPath(text string) bool {
	return strings.ContainsRune(text, '/') || strings.ContainsRune(text, os.PathSeparator) ||
		filepath.VolumeName(text) != "" || strings.HasPrefix(text, "~") || strings.HasPrefix(text, ".") && text != here
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
