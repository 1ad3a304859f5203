package orchestrator

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"time"

	"stead/internal/asciicast"
	"stead/runs"
)

// recording is a run's terminal.cast while it is written: one for all the CLIs that the run goes through.
type recording struct {
	*asciicast.Recorder
	file *os.File
	now  func() time.Time
}

// record begins the recording, unless it has begun with an earlier CLI of the run.
func (s *supervision) record() error {
	run := s.ledger.current()
	if s.terminal != nil {
		s.terminal.Mark(s.o.Host.Now(), s.adapter.Driver.Info().Title)
		return nil
	}
	path := s.o.Runs.Recording(run.ID)
	if file, err := reopenRecording(path); err == nil {
		s.terminal = &recording{Recorder: asciicast.Continue(file, s.o.Host.Now()), file: file, now: s.o.Host.Now}
		size := s.size()
		s.terminal.Resize(s.o.Host.Now(), size.Rows, size.Columns)
		return nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.newRecording(path, run)
}

func (s *supervision) newRecording(path string, run runs.Run) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	size := s.size()
	recorder, err := asciicast.NewRecorder(file, asciicast.Header{
		Columns: int(size.Columns), Rows: int(size.Rows), Start: run.Started,
		Title: run.From.Reference() + " in " + s.adapter.Driver.Info().Title, Term: s.o.Host.Getenv("TERM"),
	}, s.o.Host.Now())
	if err != nil {
		return errors.Join(err, file.Close())
	}
	s.terminal = &recording{Recorder: recorder, file: file, now: s.o.Host.Now}
	return nil
}

// reopenRecording opens the recording of a run that goes on. A line that a crash has cut is taken off.
func reopenRecording(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	end, err := lastLineEnd(file)
	switch {
	case err == nil && end == 0: // not even its header was written
		err = errors.Join(os.Remove(path), fs.ErrNotExist)
	case err == nil:
		err = file.Truncate(end)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// lastLineEnd returns the offset behind the last line feed.
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

func (r *recording) close(exit int) error {
	r.Exit(r.now(), exit)
	return errors.Join(r.Close(), r.file.Close())
}
