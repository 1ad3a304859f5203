package capture

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"time"

	"stead/internal/term/asciicast"
)

// Recording is a terminal recording that is being written to a file. It is a ptyx.Sink. The caller must close it.
type Recording struct {
	*asciicast.Recorder
	file *os.File
	now  func() time.Time
}

// Record begins a recording, or continues an existing one. It then removes a line that a crash has cut, and leaves out
// the time between. Errors are those of the file system.
func Record(path string, h asciicast.Header, now func() time.Time) (*Recording, error) {
	file, err := reopen(path)
	if errors.Is(err, fs.ErrNotExist) {
		return begin(path, h, now)
	}
	if err != nil {
		return nil, err
	}
	r := &Recording{Recorder: asciicast.Continue(file, now()), file: file, now: now}
	r.Resize(now(), uint16(h.Rows), uint16(h.Columns)) //nolint:gosec // a terminal's size
	return r, nil
}

func begin(path string, h asciicast.Header, now func() time.Time) (*Recording, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	recorder, err := asciicast.NewRecorder(file, h, now())
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Recording{Recorder: recorder, file: file, now: now}, nil
}

func reopen(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	end, err := lastLineEnd(file)
	switch {
	case err == nil && end == 0: // the header is missing, too
		return nil, errors.Join(file.Close(), os.Remove(path), fs.ErrNotExist) // Windows removes no open file
	case err == nil:
		err = file.Truncate(end)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// lastLineEnd returns the offset after the last line feed.
func lastLineEnd(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	piece := make([]byte, 64<<10)
	for end := info.Size(); end > 0; {
		begin := max(0, end-int64(len(piece)))
		n, err := file.ReadAt(piece[:end-begin], begin)
		if err != nil {
			return 0, err
		}
		if at := bytes.LastIndexByte(piece[:n], '\n'); at >= 0 {
			return begin + int64(at) + 1, nil
		}
		end = begin
	}
	return 0, nil
}

// End records the exit status of the program, or of the run, and closes the file. It returns the first error of the
// recording.
func (r *Recording) End(status int) error {
	r.Exit(r.now(), status)
	return errors.Join(r.Close(), r.file.Close())
}
