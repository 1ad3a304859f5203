package universal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"stead/adapters/adapter"
	format "stead/adapters/universal"
	"stead/internal/adapt/attached"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// Reader reads the universal format. The zero value is ready for use.
type Reader struct {
	// Data is stead's data folder, which holds attachments that a session identifies only by their digest. If it is empty,
	// Reader finds none of them.
	Data string
}

// Info implements readers.Reader.
func (Reader) Info() adapter.Info { return format.Info() }

// Discover implements readers.Reader. There is no store, because users can put files in this format anywhere.
func (Reader) Discover(adapter.Host) []adapter.Store { return nil }

// Places yields nothing, because there is no store.
func (Reader) Places(context.Context, adapter.Store, readers.Query) iter.Seq2[readers.Place, error] {
	return func(func(readers.Place, error) bool) {}
}

// Summaries yields nothing, because there are no places.
func (Reader) Summaries(context.Context, readers.Place) iter.Seq2[timeline.Summary, error] {
	return func(func(timeline.Summary, error) bool) {}
}

// Open implements readers.Reader.
func (r Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	stream, err := r.open(ctx, location.Path)
	if errors.Is(err, fs.ErrNotExist) {
		err = adapter.ErrNotFound
	}
	if err != nil {
		return timeline.Stream{}, fmt.Errorf("%s: %w", location.Path, err)
	}
	return stream, nil
}

func (r Reader) open(ctx context.Context, path string) (timeline.Stream, error) {
	file, err := regular.Open(path)
	if err != nil {
		return timeline.Stream{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return timeline.Stream{}, err
	}
	if info.Size() == 0 {
		return timeline.Stream{}, adapter.ErrEmpty
	}
	source := source{path: path, size: info.Size(), blobs: attached.OpenBlobs(r.Data)}
	head := make([]byte, min(detectWindow, info.Size()))
	if _, err := file.ReadAt(head, 0); err != nil {
		return timeline.Stream{}, err
	}
	if isLines(head) {
		return source.lines(ctx, file)
	}
	return source.document(ctx, file)
}

// source is a file, up to the size at which it was opened.
type source struct {
	path  string
	size  int64
	blobs attached.Blobs
}

// part is one session in the file: its header and the location of its entries.
type part struct {
	header timeline.Header
	spans  []span
	// line is the number of the line before the first entry.
	line int
	// moves list the entries of a journal that are on a different branch than their lines name.
	moves    timeline.Moves
	children []part
}

// offset converts an offset within the entries to an offset in the file. It returns -1 if there is no such offset.
func (p part) offset(place int64) int64 {
	for _, s := range p.spans {
		if size := max(0, s.to-s.from); place >= size {
			place -= size
			continue
		}
		return s.from + place
	}
	return -1
}

// span is a range of the file, in bytes.
type span struct{ from, to int64 }

// section returns the bytes of a range.
func (s span) section(file io.ReaderAt) io.Reader {
	return io.NewSectionReader(file, s.from, max(0, s.to-s.from))
}

// headerDecoder decodes the members of a session except its timeline and its children. Line is their line, or 0 in a
// document.
type headerDecoder func(data []byte, line int) (timeline.Header, error)

func decodeHeader(data []byte, _ int) (timeline.Header, error) {
	var header timeline.Header
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\uFEFF")), &header); err != nil {
		return header, fmt.Errorf("%w: %w", adapter.ErrFormat, err)
	}
	if header.Version != timeline.Version {
		return header, fmt.Errorf("%w: its version is %q, and only %q is supported", adapter.ErrFormat, header.Version,
			timeline.Version)
	}
	delete(header.Extra, "format")
	if len(header.Extra) == 0 {
		header.Extra = nil
	}
	return header, nil
}
