package recordtree

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"stead/adapters/adapter"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// A list shows what windows at the head and the tail of a file contain. They grow as long as something is missing.
const (
	firstWindow = 4 << 10
	lastWindow  = 256 << 10
)

// titleLength is the maximum length of a title that is made from a prompt, in characters.
const titleLength = 120

// lookers keep their memory from one file to the next.
var lookers = sync.Pool{New: func() any { return new(looker) }}

// Summarize looks into a file and returns the summary that describe makes from it. Errors: adapter.ErrEmpty, ErrFormat,
// and those of the file system, with the file's name.
func Summarize(path string, format Format, describe func(path string, about *About) timeline.Summary) (
	timeline.Summary, error) {
	l := lookers.Get().(*looker)
	defer lookers.Put(l)
	about, info, err := l.look(path, format)
	if err != nil {
		return timeline.Summary{}, err
	}
	row := describe(path, &about)
	row.Path, row.Bytes, row.Updated, row.Created = path, info.Size(), info.ModTime(), timeOf(about.Created)
	return row, nil
}

// looker looks into one file after the other, and reads all of them into the same memory.
type looker struct{ window []byte }

func (l *looker) look(path string, format Format) (About, os.FileInfo, error) {
	file, err := regular.Open(path)
	if err != nil {
		return About{}, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return About{}, nil, err
	}
	if info.Size() == 0 {
		return About{}, info, adapter.ErrEmpty
	}
	about, err := l.glance(file, info.Size(), format)
	if err == nil && about.Records == 0 {
		err = adapter.ErrFormat
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return about, info, err
}

// glance reads windows of growing size until it knows everything that a list shows, or up to the limit. If only the
// model is still unknown, it reads one more window: a session that stead wrote names no model before its first turn in
// the CLI.
func (l *looker) glance(file io.ReaderAt, size int64, format Format) (About, error) {
	wasNamed := false
	for window := int64(firstWindow); ; window *= 8 {
		var about About
		head, err := l.read(file, 0, min(window, size))
		if err != nil {
			return about, err
		}
		note(head, format, &about)
		if size > window {
			tail, err := l.read(file, max(window, size-window), size)
			if err != nil {
				return about, err
			}
			_, whole, _ := bytes.Cut(tail, []byte{'\n'}) // the first line may have begun before
			note(whole, format, &about)
		}
		isNamed := about.Title() != "" && about.CWD != ""
		if window >= min(size, lastWindow) || isNamed && (about.Model != "" || wasNamed) {
			return about, nil
		}
		wasNamed = isNamed
	}
}

// read returns a part of the file. It is valid until the next call.
func (l *looker) read(file io.ReaderAt, from, to int64) ([]byte, error) {
	l.window = slices.Grow(l.window[:0], int(to-from))
	n, err := file.ReadAt(l.window[:to-from], from)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return l.window[:n], nil
}

// note applies the lines of a window. The last line may be truncated; its content before the cut counts.
func note(window []byte, format Format, about *About) {
	for len(window) > 0 {
		line, rest, _ := bytes.Cut(window, []byte{'\n'})
		format.Mark(line, about)
		window = rest
	}
}

// Beginning returns the beginning of a string's first line, for a title. The string may be truncated.
func Beginning(value jsonl.Value) string {
	if len(value) < 2 || value[0] != '"' {
		return ""
	}
	if !value.IsString() {
		value = append(bytes.Clone(value), '"')
	}
	text := strings.TrimSpace(timeline.RawText(value).Head(4 * titleLength))
	text, _, _ = strings.Cut(text, "\n")
	if runes := []rune(text); len(runes) > titleLength {
		return strings.TrimSpace(string(runes[:titleLength-1])) + "…"
	}
	return strings.TrimSpace(text)
}

func timeOf(stamp string) time.Time {
	t, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return time.Time{}
	}
	return t
}
