package model

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"stead/adapters/adapter"
	"stead/internal/sys/regular"
	"stead/runs/socket"
)

// Terminal connects to the terminal of an active run. The caller must close the client. Errors: runs.ErrNotFound,
// runs.ErrAmbiguous, those of the socket, and errors that wrap ErrState for a run that has ended or has no terminal.
func (rs Records) Terminal(name string) (*socket.Client, error) {
	_, client, err := rs.options.Reach(name)
	return client, ofState(err)
}

// Recording opens the recording of a run's terminal, an asciicast, as far as it has been written. It begins at byte
// from, so that a caller who has read part of it gets the rest. Errors: those of [Records.Run], and errors that wrap
// adapter.ErrNotFound for a run without a recording.
func (rs Records) Recording(name string, from int64) (*os.File, error) {
	r, err := rs.options.Runs.Find(name)
	if err != nil {
		return nil, err
	}
	file, err := regular.Open(rs.options.Runs.Recording(r.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("run %s: %w: it has no recording of a terminal", r.ID, adapter.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil && from < size { // some file systems refuse offsets beyond the largest file size
		_, err = file.Seek(from, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("read the recording of run %s: %w", r.ID, err)
	}
	return file, nil
}
