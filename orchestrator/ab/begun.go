package ab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/forks/worktree"
	"stead/internal/sys/filelock"
	"stead/internal/sys/regular"
	"stead/runs"
)

// Begun is the note that a pick writes before it changes the user's folder, and removes when the contest's record holds
// the result. A note whose process no longer exists belongs to a pick that was cut off.
type Begun struct {
	Contest string `json:"contest"`
	Name    string `json:"name"`
	// Dir is the user's folder, Act the change to it.
	Dir string       `json:"dir"`
	Act worktree.Act `json:"act"`
	At  time.Time    `json:"at"`
	By  runs.Process `json:"by"`

	path      string
	isWritten bool
	// file is locked as long as a process of the pick lives.
	file *os.File
}

// ErrCutOff says that a process started by a pick still changes the folder, although the pick itself was killed.
var ErrCutOff = errors.New("what it has started is still at work")

// noteEnding is the file name extension of notes.
const noteEnding = ".json"

// notes returns the folder of the notes of all picks. It is empty except for picks that are running or were cut off.
func (f Folder) notes() string { return f.Root + "-picks" }

// begin writes the note. It locks the note before the note gets its name. Errors: ErrPick if there is one already.
func (f Folder) begin(b *Begun) error {
	if err := os.MkdirAll(f.notes(), 0o700); err != nil {
		return err
	}
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(f.notes(), ".new-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	b.file, b.path = file, filepath.Join(f.notes(), b.Contest+noteEnding)
	_, err = file.Write(append(data, '\n'))
	if err = errors.Join(err, filelock.Try(file), file.Sync()); err != nil {
		return err
	}
	// A link never replaces an existing file.
	if err := os.Link(file.Name(), b.path); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: somebody else is picking in contest %s", ErrPick, b.Contest)
	} else if err != nil {
		return err
	}
	b.isWritten = true
	return syncFolder(f.notes())
}

// syncFolder writes the list of a folder's files to the disk.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

// close releases the lock. The note stays where it is.
func (b *Begun) close() {
	if b.file != nil {
		_ = filelock.Release(b.file) // otherwise a daemon that a hook has started would hold it
		b.file.Close()
	}
}

// remove removes the note.
func (b *Begun) remove() error {
	if !b.isWritten {
		return nil
	}
	return os.Remove(b.path)
}

// cutOff returns the notes of picks that were killed, locked.
func (f Folder) cutOff(ctx context.Context) ([]*Begun, error) {
	entries, err := os.ReadDir(f.notes())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []*Begun
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || !strings.HasSuffix(entry.Name(), noteEnding) {
			continue
		}
		b, isCutOff, err := openNote(ctx, filepath.Join(f.notes(), entry.Name()))
		if isCutOff {
			all = append(all, b)
		} else {
			b.close()
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// patience is how long to wait for the git process that a killed pick has left, which is told to end.
const (
	patience = 5 * time.Second
	pause    = 10 * time.Millisecond
)

// openNote reads a note and takes its lock. The pick is not cut off if its process lives, or if another process has
// settled it.
func openNote(ctx context.Context, path string) (b *Begun, isCutOff bool, err error) {
	b = &Begun{path: path, isWritten: true}
	if b.file, err = regular.Open(path); errors.Is(err, fs.ErrNotExist) {
		return b, false, nil
	} else if err != nil {
		return b, false, err
	}
	if err := json.NewDecoder(b.file).Decode(b); err != nil {
		return b, false, fmt.Errorf("read the note of a pick, %s: %w", path, err)
	}
	if b.By.Alive() {
		return b, false, nil
	}
	for limit := time.Now().Add(patience); ; {
		err := filelock.Try(b.file)
		if err == nil {
			break
		}
		if !errors.Is(err, filelock.ErrHeld) || time.Now().After(limit) {
			return b, false, fmt.Errorf("the pick of %s in %s was cut off: %w (%w)", b.Name, b.Dir, ErrCutOff, err)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return b, false, context.Cause(ctx)
		}
	}
	_, err = os.Lstat(path) // the previous owner of the lock may have removed it
	return b, err == nil, nil
}
