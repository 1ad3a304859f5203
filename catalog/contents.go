package catalog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/timeline"
)

// insideMark separates the path of a database or folder from the id of a session in it.
const insideMark = "#"

// insideOf splits the name of a session inside a place. The name of a file may contain the mark, too.
func insideOf(path string) (place, id string) {
	at := strings.LastIndex(path, insideMark)
	if _, err := os.Lstat(path); err == nil || at < 0 {
		return path, ""
	}
	return path[:at], path[at+len(insideMark):]
}

// folder returns the session that a folder is or contains.
func (p places) folder(ctx context.Context, path, id string, candidates []readers.Reader) (Source, error) {
	for _, r := range candidates {
		container, ok := r.(readers.Container)
		if !ok {
			continue
		}
		found, err := contents(ctx, container, path)
		if err != nil || len(found) > 0 {
			return p.oneOf(path, id, found, err)
		}
	}
	return Source{},
		fmt.Errorf(
			"%w: %s is a folder and holds no session that stead knows: name a file, or go there and use <cli>:. for its newest session",
			ErrReference, path)
}

// contained returns the session in a file that may contain several. If its reader finds no sessions, the file as a
// whole may still be one.
func (p places) contained(ctx context.Context, whole Source, container readers.Container, id string) (Source, error) {
	found, err := contents(ctx, container, whole.Location.Path)
	if err == nil && len(found) == 0 && id == "" {
		return whole, nil
	}
	return p.oneOf(whole.Location.Path, id, found, err)
}

// lookInside returns the session in a file that no reader recognizes by its first bytes. A database is an example. If
// there is none, it returns the error otherwise.
func (p places) lookInside(ctx context.Context, path, id string, candidates []readers.Reader,
	otherwise error) (Source, error) {
	for _, r := range candidates {
		container, ok := r.(readers.Container)
		if !ok {
			continue
		}
		found, err := contents(ctx, container, path)
		if len(found) > 0 || err != nil && !errors.Is(err, adapter.ErrFormat) {
			return p.oneOf(path, id, found, err)
		}
	}
	return Source{}, otherwise
}

// contents lists the sessions in a place, without those of sub-agents. It fails only if no session can be read.
func contents(ctx context.Context, container readers.Container, path string) (found []timeline.Summary, failed error) {
	for s, err := range container.Contents(ctx, path) {
		switch {
		case err != nil:
			failed = err
		case isWhole(s):
			found = append(found, s)
		}
	}
	if len(found) > 0 {
		failed = nil
	}
	slices.SortFunc(found, newestFirst)
	return found, failed
}

// oneOf returns the only session of a place whose id begins with the given text.
func (p places) oneOf(path, id string, found []timeline.Summary, err error) (Source, error) {
	if err != nil {
		return Source{}, fmt.Errorf("read %s: %w", path, err)
	}
	chosen := slices.DeleteFunc(slices.Clone(found), func(s timeline.Summary) bool { return !strings.HasPrefix(s.ID, id) })
	switch {
	case len(chosen) == 1:
		return p.clis.source(chosen[0])
	case len(chosen) == 0:
		return Source{}, &NotFoundError{
			Reference: path + insideMark + id, Problem: fmt.Sprintf("the id of none of the %d sessions in it begins with this",
				len(found)),
			Near: within(path, found[:min(len(found), shownNear)]),
		}
	}
	return Source{}, &AmbiguousError{Reference: path, Place: true, Candidates: chosen, References: within(path, chosen)}
}

func within(path string, found []timeline.Summary) []string {
	names := make([]string, 0, len(found))
	for _, s := range found {
		names = append(names, path+insideMark+s.ID)
	}
	return names
}
