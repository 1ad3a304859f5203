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

// Terminal connects to the terminal of an active run. The client must be closed. Errors: runs.ErrNotFound,
// runs.ErrAmbiguous, those of the socket, and what wraps ErrState for a run that has ended or has no terminal.
func (rs Records) Terminal(name string) (*socket.Client, error) {
	_, client, err := rs.options.Reach(name)
	return client, ofState(err)
}

// Recording opens the recording of a run's terminal, an asciicast, as far as it was written: from a byte on, so that a
// caller who has read part of it gets the rest. Errors: those of [Records.Run], and what wraps adapter.ErrNotFound for
// a run that has none.
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
	if err == nil && from < size { // some file systems refuse offsets that no file can have
		_, err = file.Seek(from, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("read the recording of run %s: %w", r.ID, err)
	}
	return file, nil
}
