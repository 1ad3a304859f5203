package adaptertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/recorded"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// fake is an adapter of a format whose records are entries. It is sound, but for the fault that a test gives it.
type fake struct{ fault string }

func fakeAdapter(fault string) Adapter {
	return Adapter{
		Reader: fake{fault}, Writer: fakeWriter{fake{fault}},
		Place: func(t testing.TB, root, fixture string) adapter.Location {
			id, _, _ := fakeHeader(bytes.SplitN(fixtures.Read(t, fixture), []byte("\n"), 2)[0])
			path := filepath.Join(root, "sessions", id+".jsonl")
			fixtures.Copy(t, fixture, path)
			return adapter.Location{Path: path, ID: id}
		},
		Recorded: recorded.Sessions{
			Root: ".fake", Fixtures: []string{"fake/*.jsonl"},
			Damage:  map[string][]string{"future version": {`"version":1`, `"version":2`}},
			Lacking: map[string]string{"fake": "all that the grade counts: the fake holds texts"},
			Lossy:   map[string]string{"usage": "the fake keeps no usage", "header model": "nor a model in its first line"},
		},
	}
}

func (f fake) Info() adapter.Info {
	if f.fault == "a name in capitals" {
		return adapter.Info{Name: "Fake", Title: "Fake"}
	}
	return adapter.Info{Name: "fake", Title: "Fake", Vendor: "nobody"}
}

func (f fake) Discover(host adapter.Host) []adapter.Store {
	root := filepath.Join(host.Home, ".fake")
	if _, err := os.Stat(root); err != nil && f.fault != "a store in an empty home" {
		return nil
	}
	return []adapter.Store{{CLI: "fake", Root: root}}
}

func (f fake) Places(ctx context.Context, store adapter.Store, query readers.Query) iter.Seq2[readers.Place, error] {
	return func(yield func(readers.Place, error) bool) {
		paths, _ := filepath.Glob(filepath.Join(store.Root, "sessions", "*"))
		for _, path := range paths {
			place := readers.FilePlace(store, path)
			if f.fault == "places never change" {
				place.Files = nil
			}
			if f.fault == "a query hides what it asks for" && query.Project != "" || !yield(place, nil) {
				return
			}
			if _, err := f.summary(ctx, path); err != nil && f.fault == "a bad file ends the list" {
				return
			}
		}
	}
}

func (f fake) Summaries(ctx context.Context, place readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(yield func(timeline.Summary, error) bool) {
		summary, err := f.summary(ctx, place.Path)
		if yield(summary, err) && f.fault == "listed twice" {
			yield(summary, err)
		}
	}
}

func (f fake) summary(ctx context.Context, path string) (timeline.Summary, error) {
	stream, err := f.Open(ctx, adapter.Location{Path: path})
	if err != nil {
		return timeline.Summary{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return timeline.Summary{}, err
	}
	return timeline.Summary{
		CLI: "fake", ID: stream.Header.ID, Path: path, Project: stream.Header.Project.Path, Title: "a title",
		Updated: info.ModTime(), Bytes: info.Size(),
	}, nil
}

func (f fake) Detect(head []byte) bool {
	if f.fault == "detects everything" {
		return true
	}
	return bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\uFEFF")), []byte(`{"fake":`))
}

// fakeHeader decodes the first line of a file.
func fakeHeader(line []byte) (id, project string, err error) {
	var header struct {
		Fake, Project string
		Version       int
	}
	clean, _, _ := jsonl.Clean(line)
	if err := json.Unmarshal(clean, &header); err != nil || header.Fake == "" || header.Version > 1 {
		return "", "", adapter.ErrFormat
	}
	return header.Fake, header.Project, nil
}

func (f fake) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	if err := ctx.Err(); err != nil && f.fault != "ignores the context" {
		return timeline.Stream{}, err
	}
	open := regular.Open
	if info, err := os.Stat(location.Path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 &&
		f.fault == "waits at pipes" {
		open = os.Open
	}
	file, err := open(location.Path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: %w", location.Path, adapter.ErrNotFound)
	}
	if err != nil {
		return timeline.Stream{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return timeline.Stream{}, err
	}
	first, _ := bufio.NewReader(file).ReadBytes('\n')
	id, project, err := fakeHeader(first)
	if f.fault == "touches the file" {
		os.Chtimes(location.Path, fixtures.Now, fixtures.Now)
	}
	if err != nil {
		if f.fault == "vague errors" {
			return timeline.Stream{}, errors.New("something went wrong")
		}
		return timeline.Stream{}, fmt.Errorf("%s: %w", location.Path, err)
	}
	header := timeline.Header{
		ID: id, Version: timeline.Version, Source: timeline.Source{CLI: "fake", OriginalID: id},
		Project: timeline.Project{Path: project},
	}
	return timeline.Stream{Header: header, Entries: f.entries(ctx, location.Path, info.Size())}, nil
}

var hoard [][]byte

func (f fake) entries(ctx context.Context, path string, size int64) iter.Seq2[*timeline.Entry, error] {
	ranges := 0
	return func(yield func(*timeline.Entry, error) bool) {
		if ranges++; ranges > 1 && f.fault == "ranges once" {
			return
		}
		file, err := regular.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		if f.fault == "leaks a goroutine" {
			go func() { select {} }()
		}
		if f.fault == "ignores the context" {
			ctx = context.Background()
		}
		input := io.LimitReader(file, size)
		if f.fault == "reads what was appended" {
			input = file
		}
		seen := map[string]bool{}
		hoard = nil
		for line, err := range jsonl.Lines(ctx, input) {
			if err != nil {
				yield(nil, err)
				return
			}
			if f.fault == "holds the session" {
				hoard = append(hoard, bytes.Clone(line.Bytes))
			}
			e := f.parse(line, seen)
			if e != nil && !yield(e, nil) {
				return
			}
		}
	}
}

func (f fake) parse(line jsonl.Line, seen map[string]bool) *timeline.Entry {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	e := &timeline.Entry{}
	if !ok || len(clean) == 0 || clean[0] != '{' || json.Unmarshal(clean, e) != nil || e.Type == "" || line.Number == 1 {
		if f.fault == "panics at damage" && !ok {
			panic("a line that is no JSON")
		}
		*e = timeline.Entry{Type: timeline.System, Hidden: true}
		if !ok && f.fault != "passes over damaged lines" {
			*e = *entry.Unreadable(clean)
		}
		if f.fault == "drops unknown records" && ok && line.Number > 1 {
			return nil
		}
	}
	if e.ID == "" || seen[e.ID] && f.fault != "ids are not unique" {
		e.ID = fmt.Sprintf("line-%d", line.Number)
	}
	seen[e.ID] = true
	if f.fault == "another text" {
		e.Content = timeline.NewText("something else")
	}
	if f.fault == "unknown types" && e.Type == timeline.User {
		e.Type = "human"
	}
	raw := line.Bytes
	if f.fault == "trims records" {
		raw = clean
	}
	e.Native = &timeline.Record{CLI: "fake", Line: line.Number, Raw: raw, Damaged: changed || !ok}
	if f.fault == "records without bytes" && line.Number == 2 {
		e.Native.Raw = nil
	}
	return e
}

// Tail implements readers.Tailer.
func (f fake) Tail(_ context.Context, location adapter.Location) (readers.Tail, error) {
	content, _ := regular.ReadFile(location.Path)
	if f.fault == "a tail begins at the beginning" {
		content = nil
	}
	lines := bytes.Count(content, []byte("\n"))
	return &fakeTail{f, filepath.Dir(location.Path), jsonl.NewTail(location.Path, int64(len(content)), lines)}, nil
}

type fakeTail struct {
	fake
	folder string
	tail   *jsonl.Tail
}

func (t *fakeTail) Watch() []string { return []string{t.folder} }

func (t *fakeTail) Next(context.Context) (readers.Progress, error) {
	lines, err := t.tail.Next()
	var progress readers.Progress
	for _, line := range lines {
		progress.Entries = append(progress.Entries, t.parse(line, map[string]bool{}))
	}
	return progress, err
}

// fakeWriter writes what fake reads.
type fakeWriter struct{ fake }

func (w fakeWriter) Plan(store adapter.Store, s timeline.Stream, o writers.Options) (writers.Plan, error) {
	plan := writers.Plan{CLI: "fake", ID: o.ID, Stream: s, Options: o}
	if plan.ID == "" {
		plan.ID = o.NewID()
	}
	if w.fault == "the same id again" && o.ID == "" {
		plan.ID = "33333333-0000-4000-8000-000000000003"
	}
	plan.Path = filepath.Join(store.Root, "sessions", plan.ID+".jsonl")
	return plan, nil
}

func (w fakeWriter) Encode(ctx context.Context, dst io.Writer, plan writers.Plan) (writers.Report, error) {
	var report writers.Report
	_, err := w.encode(dst, plan, &report)
	if w.fault == "ignores write errors" && errors.Is(err, errFault) {
		return report, nil
	}
	return report, err
}

func (w fakeWriter) encode(dst io.Writer, plan writers.Plan, report *writers.Report) (lines int, err error) {
	for e, err := range plan.Stream.Entries {
		if err != nil {
			return lines, err
		}
		record := w.record(e, plan, lines, report)
		if record == nil {
			continue
		}
		if lines == 0 && (e.Native == nil || e.Native.CLI != "fake") {
			header := fmt.Appendf(nil, `{"fake":%q,"project":%q,"version":1}`+"\n", plan.ID, plan.Stream.Header.Project.Path)
			record = append(header, record...)
			lines++
		}
		if _, err := dst.Write(append(record, '\n')); err != nil {
			return lines, err
		}
		lines++
	}
	return lines, nil
}

func (w fakeWriter) record(e *timeline.Entry, plan writers.Plan, lines int, report *writers.Report) []byte {
	if e.Native != nil && e.Native.CLI == "fake" {
		if w.fault == "writes records anew" && lines == 1 {
			return e.AppendJSON(nil)
		}
		return bytes.ReplaceAll(e.Native.Raw, []byte(plan.Stream.Header.ID), []byte(plan.ID))
	}
	if !e.Active() || (w.fault == "drops thinking in silence" && e.Thinking.String() == "Which file?") {
		return nil
	}
	bare := *e
	bare.Native = nil
	if bare.Usage != nil && w.fault != "keeps what it declares lost" {
		bare.Usage = nil
	}
	report.Entries++
	if w.fault != "repairs in silence" {
		report.Losses.Repaired(e)
	}
	bare.Attachments = slices.Clone(bare.Attachments)
	for i := range bare.Attachments {
		a := &bare.Attachments[i]
		if w.fault == "opens any path" {
			a.Root = "/"
		}
		if content, ok := report.Losses.Content(a); ok {
			a.Data, a.Path = content, ""
		}
	}
	return bare.AppendJSON(nil)
}

func (w fakeWriter) Write(ctx context.Context, plan writers.Plan) (writers.Receipt, error) {
	receipt := writers.Receipt{CLI: "fake", ID: plan.ID, Path: plan.Path, Files: []string{plan.Path}, Dir: plan.Dir}
	if w.fault == "overwrites" || w.fault == "the same id again" {
		os.Remove(plan.Path)
	}
	if w.fault == "leaves a folder" {
		os.MkdirAll(filepath.Dir(plan.Path), 0o700)
	}
	if w.fault == "adds unseen" && plan.Extends != nil {
		if now, err := writers.FingerprintOf(ctx, w, adapter.Location{Path: plan.Path, ID: plan.ID}); err == nil {
			plan.Extends = &now
		}
	}
	files := plan.Files()
	defer files.Abort()
	dst, err := files.Create(plan.Path)
	if err != nil && w.fault == "hides that it cannot begin" {
		return receipt, nil
	}
	if err != nil {
		return receipt, err
	}
	receipt.Lines, err = w.encode(dst, plan, &receipt.Report)
	if err != nil && w.fault != "ignores a failing source" {
		return receipt, err
	}
	if _, err := files.Commit(plan, receipt.Report, 0, 0); err != nil {
		return receipt, err
	}
	info, err := os.Stat(plan.Path)
	if err == nil {
		receipt.Size = info.Size()
	}
	if w.fault == "a wrong receipt" {
		receipt.Lines++
	}
	return receipt, err
}
