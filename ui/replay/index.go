package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"stead/internal/adapt/jsonl"
	"stead/internal/term/asciicast"
	"stead/internal/term/screen"
)

// Keyframe is the screen at a moment of a recording, at which a player can start.
type Keyframe struct {
	At time.Duration
	// Offset is the offset of the recording's first line after the keyframe. In version 3, that line's time counts from
	// At.
	Offset        int64
	Rows, Columns int
	// Screen draws it on a terminal of that size.
	Screen []byte
}

// Index holds keyframes spread over a recording. It is made in one pass, and continues when the recording grows. It
// must be closed. It is safe for concurrent use.
type Index struct {
	access sync.Mutex
	reader *asciicast.Reader
	screen *screen.Screen
	// rows and columns are the size of the screen.
	rows, columns int
	// output was read but not drawn yet: drawing larger pieces is faster.
	output bytes.Buffer
	at     time.Duration
	frames []Keyframe
	// step is the number of bytes between two keyframes. Kept is the size of all keyframes in bytes.
	step int64
	kept int
	// failed is the reason why the recording cannot be read beyond its last line.
	failed error
	// closed says that the results of a read in progress are dropped.
	closed bool
}

const (
	// firstStep is the maximum number of bytes that a player reads to seek, unless the keyframes would then take more than
	// mostKept.
	firstStep = 256 << 10
	mostKept  = 32 << 20
	// mostCells is the maximum size of a screen, because a recording may ask for any size.
	mostCells = 100_000
	// mostOutput is the amount of output after which it is drawn.
	mostOutput = 1 << 20
)

// Seen is what an index knows of its recording.
type Seen struct {
	Header asciicast.Header
	// Bytes is the length of the recording, up to the end of its last line. Length is its duration.
	Bytes     int64
	Length    time.Duration
	Keyframes []Keyframe
}

// Close releases the screen.
func (x *Index) Close() {
	x.access.Lock()
	defer x.access.Unlock()
	x.closed = true
	x.forget()
}

func (x *Index) forget() {
	if x.screen != nil {
		x.screen.Close()
	}
	x.reader, x.screen, x.frames, x.output = nil, nil, nil, bytes.Buffer{}
	x.at, x.step, x.kept, x.failed = 0, firstStep, 0, nil
}

// Read reads the new part of the recording, and returns what is known of the recording. It skips a damaged line. It
// ignores everything after a line that no player would read. Errors: those of the file and of [asciicast.NewReader],
// and that of ctx, after which the next call continues.
func (x *Index) Read(ctx context.Context, file *os.File) (Seen, error) {
	x.access.Lock()
	defer x.access.Unlock()
	if x.closed {
		defer x.forget()
	}
	info, err := file.Stat()
	if err != nil {
		return Seen{}, err
	}
	end, err := jsonl.LastLineEnd(file, info.Size())
	if err != nil {
		return Seen{}, err
	}
	if x.reader == nil || end < x.reader.Offset() {
		x.forget()
		if err := x.begin(io.NewSectionReader(file, 0, end)); err != nil {
			return Seen{}, err
		}
	} else {
		x.reader.Continue(io.NewSectionReader(file, x.reader.Offset(), end-x.reader.Offset()))
	}
	if err := x.extend(ctx); err != nil {
		return Seen{}, err
	}
	return Seen{Header: x.reader.Header, Bytes: x.reader.Offset(), Length: x.at,
		Keyframes: append([]Keyframe(nil), x.frames...)}, nil
}

// begin reads the header.
func (x *Index) begin(source io.Reader) error {
	reader, err := asciicast.NewReader(source)
	if err != nil {
		return err
	}
	x.rows, x.columns = 24, 80
	if isFitting(reader.Header.Rows, reader.Header.Columns) {
		x.rows, x.columns = reader.Header.Rows, reader.Header.Columns
	}
	x.reader, x.screen = reader, screen.New(x.rows, x.columns, nil)
	x.screen.Keep(1)
	x.frame()
	return nil
}

func isFitting(rows, columns int) bool {
	return rows > 0 && columns > 0 && rows <= mostCells && columns <= mostCells && rows*columns <= mostCells
}

// extend reads the available events.
func (x *Index) extend(ctx context.Context) error {
	if x.failed != nil {
		return nil
	}
	for event, err := range x.reader.Events() {
		switch {
		case errors.Is(err, asciicast.ErrDamaged):
		case err != nil:
			x.failed = err
		default:
			x.at = event.At
			x.apply(event)
		}
		if x.reader.Offset()-x.frames[len(x.frames)-1].Offset >= x.step {
			x.frame()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func (x *Index) apply(e asciicast.Event) {
	switch e.Code {
	case asciicast.Output:
		x.output.WriteString(e.Data)
		if x.output.Len() > mostOutput {
			x.draw()
		}
	case asciicast.Resize:
		var columns, rows int
		if _, err := fmt.Sscanf(e.Data, "%dx%d", &columns, &rows); err == nil && isFitting(rows, columns) {
			x.draw()
			x.rows, x.columns = rows, columns
			x.screen.Resize(rows, columns)
		}
	default:
	}
}

func (x *Index) draw() {
	_, _ = x.screen.Write(x.output.Bytes()) // Write never fails
	x.output.Reset()
}

// frame saves the current screen as a keyframe.
func (x *Index) frame() {
	x.draw()
	drawn := x.screen.Restore()
	x.frames = append(x.frames, Keyframe{At: x.at, Offset: x.reader.Offset(), Rows: x.rows, Columns: x.columns,
		Screen: drawn})
	for x.kept += len(drawn); x.kept > mostKept && len(x.frames) > 2; {
		x.thin()
	}
}

// thin drops every second keyframe, but never the first.
func (x *Index) thin() {
	x.step *= 2
	x.kept = 0
	some := x.frames[:0]
	for i, f := range x.frames {
		if i%2 == 0 {
			some = append(some, f)
			x.kept += len(f.Screen)
		}
	}
	clear(x.frames[len(some):])
	x.frames = some
}
