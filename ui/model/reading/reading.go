package reading

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"stead/catalog"
	"stead/internal/render/transcript"
	"stead/internal/sys/tempfile"
	"stead/timeline"
)

// Reading is a session whose entries were written to a file, one after the other, so that fetching any page is one read
// of that file.
type Reading struct {
	// Revision tells two states of the session apart.
	Revision string
	Header   timeline.Header
	// Children are the headers of the sub-agents' sessions.
	Children []timeline.Header
	// Title is the beginning of the first request. Runs and drafts have no other title.
	Title string
	Turns int
	Usage timeline.Usage
	// Lines holds, for each entry, the number of lines of at most [Columns] characters that it takes.
	Lines []uint16
	// Marks are the entries that a replay marks.
	Marks []Moment
	Fit   Fit

	file *os.File
	// ends holds the offset in the file at which each entry ends.
	ends []int64
	// active counts the entries of the active conversation.
	active int
}

// read reads a session from its beginning to its end.
func read(ctx context.Context, source catalog.Source, folder string) (*Reading, error) {
	stream, err := source.Open(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	file, err := tempfile.Create(folder, "pages-")
	if err != nil {
		return nil, err
	}
	r := &Reading{file: file, Header: stream.Header}
	for _, child := range stream.Children {
		r.Children = append(r.Children, child.Header)
	}
	if err := r.fill(ctx, stream); err != nil {
		file.Close()
		return nil, fmt.Errorf("read %s: %w", source.Reference(), err)
	}
	return r, nil
}

// full is the number of bytes that are written in one call.
const full = 1 << 20

// fill writes the displayed entries into the file.
func (r *Reading) fill(ctx context.Context, stream timeline.Stream) error {
	var waiting []byte
	end := int64(0)
	flush := func() error {
		_, err := r.file.Write(waiting)
		waiting = waiting[:0]
		return err
	}
	err := stream.Each(ctx, func(e *timeline.Entry) error {
		if !transcript.IsShown(e) {
			r.markAnswer(e)
			return nil
		}
		shown := r.next(e)
		r.Lines = append(r.Lines, shown.lines())
		r.mark(&shown)
		if shown.Starts && r.Title == "" {
			r.Title = headline(shown.Text)
		}
		line, err := json.Marshal(shown)
		if err != nil {
			return err
		}
		waiting = append(waiting, line...)
		end += int64(len(line))
		r.ends = append(r.ends, end)
		if len(waiting) < full {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// next converts an entry to the form that is shown, and gives it its number.
func (r *Reading) next(e *timeline.Entry) Entry {
	if e.StartsTurn() {
		r.Turns++
	}
	if e.Usage != nil {
		r.Usage = r.Usage.Add(*e.Usage)
	}
	shown := entryOf(e, mostText)
	shown.Number, shown.Turn = len(r.ends), r.Turns
	if e.Active() {
		r.active++
		shown.Active = r.active
	}
	return shown
}

// begin returns the offset in the file at which entry n begins.
func (r *Reading) begin(n int) int64 {
	if n == 0 {
		return 0
	}
	return r.ends[n-1]
}

// Total returns the number of entries of the session.
func (r *Reading) Total() int { return len(r.ends) }

// Page returns entries beginning with number from: at most limit entries and most bytes of JSON, but at least one
// entry. Errors are those of the file.
func (r *Reading) Page(from, limit int, most int64) ([]Entry, error) {
	to := min(from+limit, len(r.ends))
	for to > from+1 && r.ends[to-1]-r.begin(from) > most {
		to--
	}
	items := make([]Entry, max(0, to-from))
	if len(items) == 0 {
		return items, nil
	}
	text := make([]byte, r.ends[to-1]-r.begin(from))
	if _, err := r.file.ReadAt(text, r.begin(from)); err != nil {
		return nil, fmt.Errorf("read a page: %w", err)
	}
	for i := range items {
		first, end := r.begin(from+i)-r.begin(from), r.ends[from+i]-r.begin(from)
		if err := json.Unmarshal(text[first:end], &items[i]); err != nil {
			return nil, fmt.Errorf("read a page: %w", err)
		}
	}
	return items, nil
}

// NumberOf returns the number of the entry with an id, and false if there is none. Errors are those of the file.
func (r *Reading) NumberOf(id string) (number int, ok bool, err error) {
	name, err := json.Marshal(id)
	if err != nil {
		return 0, false, err
	}
	wanted := append([]byte(`"id":`), name...)
	for from := 0; from < r.Total(); {
		to := from + 1
		for to < r.Total() && r.ends[to]-r.begin(from) <= full {
			to++
		}
		text := make([]byte, r.ends[to-1]-r.begin(from))
		if _, err := r.file.ReadAt(text, r.begin(from)); err != nil {
			return 0, false, fmt.Errorf("look for an entry: %w", err)
		}
		for n := from; n < to; n++ {
			line := text[r.begin(n)-r.begin(from) : r.ends[n]-r.begin(from)]
			if isNamed(line, wanted, id) {
				return n, true, nil
			}
		}
		from = to
	}
	return 0, false, nil
}

// isNamed reports whether an entry, in JSON, has an id. Wanted is the id with its key: few other entries contain it.
func isNamed(entry, wanted []byte, id string) bool {
	var named struct {
		ID string `json:"id"`
	}
	return bytes.Contains(entry, wanted) && json.Unmarshal(entry, &named) == nil && named.ID == id
}

// Whole reads the entry with a number from the session's stream, with its texts as long as they are, up to 8 MB each.
// It returns false if there is none. Errors are those of the file and of the stream.
func (r *Reading) Whole(ctx context.Context, stream timeline.Stream, number int) (whole Entry, ok bool, err error) {
	known, err := r.Page(number, 1, full)
	if err != nil || len(known) == 0 {
		return whole, false, err
	}
	at := -1
	for e, err := range stream.Entries {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return whole, false, err
		}
		if transcript.IsShown(e) {
			at++
		}
		if at == number {
			whole = entryOf(e, mostWhole)
			whole.Number, whole.Active, whole.Turn = number, known[0].Active, known[0].Turn
			return whole, true, nil
		}
	}
	return whole, false, nil
}
