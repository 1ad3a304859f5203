package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"stead/catalog/memory"
)

// The extraction's own files are in a folder beside the two that it makes.
const (
	ownFolder = "extract"
	lockFile  = "lock"
	stateFile = "state.db"
	seenFile  = "seen"
)

// BusyError says that another process is extracting into the same folder.
type BusyError struct{ Folder string }

// Error says what is wrong.
func (e *BusyError) Error() string {
	return fmt.Sprintf("extract into %s: another process is doing that", e.Folder)
}

// Hint says what to do.
func (e *BusyError) Hint() string {
	return "wait until it is done, or stop it: what it has extracted by then is kept"
}

// Lock keeps other processes from extracting into a folder, which it makes, until release is called. Whoever reads the
// files up to their ends holds it, too. The error is a [BusyError].
func Lock(folder string) (release func(), err error) {
	own := filepath.Join(folder, ownFolder)
	if err := os.MkdirAll(own, 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(own, lockFile), flock.SetPermissions(0o600))
	switch taken, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", own, err)
	case !taken:
		return nil, &BusyError{folder}
	}
	return func() { _ = lock.Close() }, nil // the file stays: others may wait for it
}

// files are the two files with what is known of them.
type files struct {
	folder, own      string
	isDry            bool
	messages, events *os.File
	state            *state
	seen             *seenTable
	committed
	// noted is up to where the state says that texts are in the table.
	noted int64
	out   output
}

// open opens the files of a folder, and makes right what is not. The folder is locked.
func open(ctx context.Context, folder, own string, isDry bool) (f *files, err error) {
	f = &files{folder: folder, own: own, isDry: isDry}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.close())
		}
	}()
	if f.messages, err = f.openFile(memory.MessagesFile); err != nil {
		return f, err
	}
	if f.events, err = f.openFile(memory.EventsFile); err != nil {
		return f, err
	}
	if f.state, err = openState(ctx, filepath.Join(own, stateFile)); err != nil {
		return f, fmt.Errorf("open the state of the extraction: %w", err)
	}
	if err = f.settleLengths(ctx); err != nil {
		return f, err
	}
	if err = f.openSeen(ctx); err != nil {
		return f, err
	}
	f.out.begin(f.committed)
	return f, nil
}

// openFile opens one of the files, to be read only where nothing may be changed. One that is missing is empty then.
func (f *files) openFile(name string) (*os.File, error) {
	path := filepath.Join(f.folder, name)
	if !f.isDry {
		return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return os.OpenFile(filepath.Join(f.own, name), os.O_RDONLY|os.O_CREATE, 0o600)
	}
	return file, err
}

// settleLengths finds out up to where the files are right, and cuts off what is behind that.
func (f *files) settleLengths(ctx context.Context) error {
	messages, events, err := f.sizes()
	if err != nil {
		return err
	}
	known := false
	if f.committed, known, err = f.state.length(ctx); err != nil {
		return err
	}
	if !known || messages < f.committed.messages || events < f.committed.events {
		if err := f.surveyFiles(ctx); err != nil {
			return fmt.Errorf("find out what the memory's files hold: %w", err)
		}
	}
	if f.isDry {
		return nil
	}
	return errors.Join(f.messages.Truncate(f.committed.messages), f.events.Truncate(f.committed.events))
}

func (f *files) sizes() (messages, events int64, err error) {
	for file, size := range map[*os.File]*int64{f.messages: &messages, f.events: &events} {
		info, err := file.Stat()
		if err != nil {
			return 0, 0, err
		}
		*size = info.Size()
	}
	return messages, events, nil
}

// openSeen opens the table of texts that were seen, and adds those that it lacks.
func (f *files) openSeen(ctx context.Context) error {
	path := filepath.Join(f.own, seenFile)
	table, isNew, err := openSeen(path)
	if errors.Is(err, errSeenDamaged) || errors.Is(err, io.ErrUnexpectedEOF) {
		if err := os.Remove(path); err != nil {
			return err
		}
		table, isNew, err = openSeen(path)
	}
	if err != nil {
		return fmt.Errorf("open the table of seen texts: %w", err)
	}
	f.seen, f.noted = table, f.tabled
	if isNew {
		f.tabled = 0
	}
	return f.tabulate(ctx)
}

func (f *files) close() error {
	var failed error
	for _, file := range []*os.File{f.messages, f.events} {
		if file != nil {
			failed = errors.Join(failed, file.Close())
		}
	}
	if f.state != nil {
		failed = errors.Join(failed, f.state.db.Close())
	}
	if f.seen != nil {
		failed = errors.Join(failed, f.seen.Close())
	}
	return failed
}
