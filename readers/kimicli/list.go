package kimicli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"stead/adapters/adapter"
	format "stead/adapters/kimicli"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// Places yields the context files of the store's sessions. See [readers.Reader].
func (Reader) Places(_ context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		known, err := format.WorkDirs(store.Root)
		if err != nil && !yield(readers.Place{}, err) {
			return
		}
		for path, err := range sessions(store.Root, query.Prefix) {
			_, bucket := format.RootOf(path)
			if query.Project != "" && err == nil && known[bucket] != query.Project {
				continue
			}
			if !yield(placeOf(store, path, known[bucket]), err) {
				return
			}
		}
	}
}

// placeOf returns the place of a context file, which comprises the session's whole folder.
func placeOf(store adapter.Store, path, project string) readers.Place {
	place := readers.FilePlace(store, path)
	place.Project = project
	if !format.IsFlat(path) {
		place.Files = append(place.Files, readers.LookIn(filepath.Dir(path), 2)...)
	}
	return place
}

// Summaries yields a session, from the head of its newest context file. See [readers.Reader].
func (Reader) Summaries(_ context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		s, err := summarize(place.Path, place.Project)
		if err != nil || s.ID != "" {
			yield(s, err)
		}
	}
}

// sessions yields the context files of the sessions whose id begins with prefix. It yields an error for each folder
// that it cannot read, and continues.
func sessions(root, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		buckets, err := os.ReadDir(format.SessionsFolder(root))
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !yield("", err) {
			return
		}
		for _, bucket := range buckets {
			folder := filepath.Join(format.SessionsFolder(root), bucket.Name())
			entries, err := os.ReadDir(folder)
			if err != nil && bucket.IsDir() && !yield("", err) {
				return
			}
			for _, entry := range entries {
				path, ok := contextOf(folder, entry)
				if ok && strings.HasPrefix(entry.Name(), prefix) && !yield(path, readers.Inside(root, path)) {
					return
				}
			}
		}
	}
}

// contextOf returns the context file that an entry of a bucket stands for. A file of the older form counts only if the
// CLI has not moved it into a folder yet.
func contextOf(folder string, entry fs.DirEntry) (string, bool) {
	path := filepath.Join(folder, entry.Name())
	if entry.IsDir() || entry.Type()&fs.ModeSymlink != 0 {
		return format.ContextPath(path), true
	}
	id, isFlat := strings.CutSuffix(path, format.Extension)
	_, err := os.Stat(format.ContextPath(id))
	return path, isFlat && entry.Type().IsRegular() && err != nil
}

// headWindow is the number of bytes of a file that a list reads. The CLI's system prompt, the first line, has some 16
// KB.
const headWindow = 128 << 10

// summarize returns a session's row. It is the zero row if the session does not exist or holds no conversation yet.
func summarize(path, project string) (timeline.Summary, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return summarizeSeen(path, project)
	}
	if err != nil {
		return timeline.Summary{}, err
	}
	title, isKnown, err := look(path, info)
	if err != nil {
		return timeline.Summary{}, err
	}
	if !isKnown {
		return timeline.Summary{}, fmt.Errorf("%s: %w", path, adapter.ErrFormat)
	}
	s := timeline.Summary{
		CLI: format.Name, ID: format.SessionID(path), Path: path, Project: project, Title: title, Updated: info.ModTime(),
		Bytes: info.Size(),
	}
	describe(&s)
	if s.Title == "" && info.Size() <= headWindow {
		return timeline.Summary{}, nil
	}
	return s, nil
}

// summarizeSeen returns the row of a session for which only the wire file has content, or the zero row.
func summarizeSeen(context, project string) (timeline.Summary, error) {
	path := format.WirePath(context)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || format.IsFlat(context) {
		return timeline.Summary{}, nil
	}
	s := timeline.Summary{
		CLI: format.Name, ID: format.SessionID(context), Path: context, Project: project, Updated: info.ModTime(),
		Bytes: info.Size(),
	}
	describe(&s)
	s.Path = path
	if s.Title == "" {
		return timeline.Summary{}, nil
	}
	return s, nil
}

// describe adds the facts in the files next to the context: the user's own title, the session's start time, and its
// first prompt.
func describe(s *timeline.Summary) {
	if format.IsFlat(s.Path) {
		return
	}
	for line, err := range headOf(format.WirePath(s.Path)) {
		if err != nil {
			break
		}
		seen := format.PeekSeen(line)
		if s.Created.IsZero() {
			s.Created = seen.Time
		}
		if text := entry.Title(format.ReadContent(seen.Payload.Get("user_input")).Text()); seen.Kind == format.TurnBegin &&
			text != "" {
			s.Title = text
			break
		}
	}
	if state, err := regular.ReadFile(format.StatePath(s.Path)); err == nil {
		if title := strings.TrimSpace(jsonl.Value(state).Get("custom_title").String()); title != "" {
			s.Title = title
		}
	}
}

// look returns the beginning of the first text of the conversation, and whether any line is the CLI's.
func look(path string, info fs.FileInfo) (title string, isKnown bool, err error) {
	if !info.Mode().IsRegular() {
		return "", false, fmt.Errorf("%s: %w: it is not a file", path, adapter.ErrFormat)
	}
	for line, err := range headOf(path) {
		if err != nil {
			return "", false, err
		}
		p := format.Peek(jsonl.Trim(line))
		isKnown = isKnown || p.IsKnown()
		var r record
		r.read(p)
		if len(r.entries) > 0 && !r.entries[0].Hidden {
			title = entry.Title(r.entries[0].Content)
			if title == "" {
				title = string(r.entries[0].Type)
			}
			return title, isKnown, nil
		}
	}
	return "", isKnown, nil
}

// headOf yields the lines at the beginning of a file. Each is valid until the next one. The last one may be cut.
func headOf(path string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		file, err := regular.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		lines := bufio.NewReaderSize(io.LimitReader(file, headWindow), 16<<10)
		for err == nil {
			var line []byte
			if line, err = lines.ReadBytes('\n'); len(line) > 0 && !yield(line, nil) {
				return
			}
		}
		if !errors.Is(err, io.EOF) {
			yield(nil, err)
		}
	}
}
