package codex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// Places yields the sessions of the store, each with all its files. See [readers.Reader]. The first file is the one
// that grows, then the others follow, the oldest first.
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		var all grouped
		for path, err := range format.Rollouts(store.Root) {
			switch {
			case err != nil:
				if !yield(readers.FilePlace(store, path), fmt.Errorf("%s: %w", path, err)) {
					return
				}
			case strings.HasPrefix(format.SessionID(path), query.Prefix):
				all.add(path)
			}
		}
		for _, files := range all.sessions {
			files = format.InOrder(files)
			last := len(files) - 1
			place := readers.FilePlace(store, append([]string{files[last]}, files[:last]...)...)
			place.ID = format.SessionID(place.Path)
			if !yield(place, nil) {
				return
			}
		}
	}
}

// grouped sorts files by their sessions.
type grouped struct {
	sessions [][]string
	at       map[string][]int // the places of a session's copies
}

// add adds a file to its session. A second file of the same name in another folder belongs to a copy of the session; a
// compressed one beside its plain form is the same file.
func (g *grouped) add(path string) {
	id := format.SessionID(path)
	for _, at := range g.at[id] {
		if !slices.ContainsFunc(g.sessions[at], func(other string) bool { return isCopy(other, path) }) {
			g.sessions[at] = append(g.sessions[at], path)
			return
		}
	}
	if g.at == nil {
		g.at = map[string][]int{}
	}
	g.at[id] = append(g.at[id], len(g.sessions))
	g.sessions = append(g.sessions, []string{path})
}

func isCopy(a, b string) bool {
	return format.NameOf(a) == format.NameOf(b) && plainPath(a) != plainPath(b)
}

// headReaders keep their memory from one file to the next.
var headReaders = sync.Pool{New: func() any { return new(headReader) }}

// Summaries yields the session of a place, from the heads of its files. See [readers.Reader].
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		s, err := summarize(filesOf(place))
		if err != nil || s.ID != "" {
			yield(s, err)
		}
	}
}

// filesOf returns the files of a place, the oldest first.
func filesOf(place readers.Place) []string {
	files := []string{place.Path}
	for _, file := range place.Files[min(1, len(place.Files)):] {
		files = append(files, file.Path)
	}
	return format.InOrder(files)
}

// summarize returns a session's row, or the zero row when it has vanished meanwhile.
func summarize(files []string) (timeline.Summary, error) {
	heads := headReaders.Get().(*headReader)
	defer headReaders.Put(heads)
	var s timeline.Summary
	var told titles
	for _, path := range files {
		h, info, err := heads.open(path)
		switch {
		case errors.Is(err, adapter.ErrNotFound):
			continue
		case err != nil:
			return timeline.Summary{}, fmt.Errorf("read %s: %w", path, err)
		case !h.known:
			return timeline.Summary{}, fmt.Errorf("%s: %w", path, adapter.ErrFormat)
		}
		told.add(h, path)
		s = goesOn(s, h.summary(path, info))
	}
	s.Title = told.first()
	return s, nil
}

// open reads the head of a file.
func (r *headReader) open(path string) (*head, fs.FileInfo, error) {
	file, err := openFile(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	h, err := r.read(file.part(0, unknown), (*head).complete)
	return h, info, err
}

func (h *head) summary(path string, info fs.FileInfo) timeline.Summary {
	s := timeline.Summary{
		CLI:     format.Name,
		ID:      format.SessionID(path),
		Path:    path,
		Project: h.meta.Get("cwd").String(),
		Branch:  h.meta.Get("git", "branch").String(),
		Title:   h.title,
		Model:   h.model,
		Version: h.meta.Get("cli_version").String(),
		Updated: info.ModTime(),
		Bytes:   info.Size(),
		Parent:  parentThread(h.meta),
	}
	if s.Project == "" {
		s.Project = h.folder
	}
	if s.Parent == "" {
		s.ForkedFrom = cmp.Or(h.meta.Get("forked_from_id").String(), format.ImportedFrom(path))
	}
	if created, err := time.Parse(time.RFC3339, h.meta.Get("timestamp").String()); err == nil {
		s.Created = created
	}
	return s
}

// goesOn returns the row of a session that goes on in a newer file than those of which the row is.
func goesOn(older, newer timeline.Summary) timeline.Summary {
	if older.ID == "" {
		return newer
	}
	newer.Created, newer.ForkedFrom, newer.Parent = older.Created, older.ForkedFrom, older.Parent
	newer.Model = cmp.Or(newer.Model, older.Model)
	newer.Bytes += older.Bytes
	if older.Updated.After(newer.Updated) {
		newer.Updated = older.Updated
	}
	return newer
}

// titles are the first prompts of a session's files, by which one of them it is called.
type titles []fileTitle

type fileTitle struct {
	rollout, title string
	ordinal        int64
	base           base
}

func (t *titles) add(h *head, path string) {
	*t = append(*t, fileTitle{format.NameOf(path).Rollout, h.title, h.ordinal, baseOf(h.meta)})
}

// first returns the first prompt that the user has not taken back, or else the first one.
func (t titles) first() string {
	kept := map[string]int64{} // up to where the newest file inherits from the others
	title, any := "", ""
	for i := range slices.Backward(t) {
		f := t[i]
		end, isInherited := kept[f.rollout]
		isNewest := i == len(t)-1
		if isNewest || isInherited {
			kept[f.base.rollout] = f.base.end
		}
		if f.title != "" && (isNewest || isInherited && f.ordinal < end) {
			title = f.title
		}
		any = cmp.Or(f.title, any)
	}
	return cmp.Or(title, any)
}

// readMeta returns the metadata of a rollout, or nil when it cannot be read.
func readMeta(path string) jsonl.Value {
	file, err := openFile(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	meta, _ := metaOf(file) // what cannot be read tells nothing
	return meta
}
