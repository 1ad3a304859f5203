package store

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"stead/internal/adapt/attached"
	"stead/internal/sys/atomicfile"
	"stead/timeline"
)

// Journal is an append-only file that holds a session in the JSON Lines encoding. It is safe for concurrent use within
// one process. Two processes must not open the same journal.
//
// Everything that [Journal.Append] wrote survives the end of the process, even a crash. The journal is synced to disk
// within a second, not after every line: a journal that loses its last entries in a power failure is still intact
// before them.
type Journal struct {
	mutex sync.Mutex
	file  *os.File
	size  int64
	// force syncs the file to disk. Timer calls it shortly after an entry. Unforced is set while unsynced data exists.
	force    func() error
	timer    *time.Timer
	unforced bool
	// failed is the error of a sync by the timer. The next call returns it.
	failed error
	// live is the view that holds the session, or nil. Key is the session's key there.
	live *Store
	key  string
}

// Create makes a journal that begins with a session, including its children, and leaves it open. The journal appears
// completely or not at all. If it already exists, the error wraps fs.ErrExist.
func Create(path string, history timeline.Stream) (*Journal, error) {
	if err := write(path, history); err != nil {
		return nil, fmt.Errorf("create the journal %s: %w", path, err)
	}
	return open(path)
}

// open opens a journal that ends with a complete line.
func open(path string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Journal{file: file, size: info.Size(), force: file.Sync}, nil
}

func write(path string, history timeline.Stream) error {
	var files atomicfile.Set
	defer files.Abort()
	dst, err := files.Create(path)
	if err != nil {
		return err
	}
	if _, err := timeline.WriteLines(dst, attached.Whole(history)); err != nil {
		return err
	}
	if len(history.Children) > 0 {
		// A repeated header continues its session: otherwise appended entries would belong to the last child.
		line, err := timeline.AppendHeaderLine(nil, history.Header)
		if err != nil {
			return err
		}
		if _, err := dst.Write(line); err != nil {
			return err
		}
	}
	return files.Commit()
}

// Append adds entries to the end of the journal: all of them, or none if it returns an error. A live view sees them
// immediately.
func (j *Journal) Append(entries ...*timeline.Entry) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	var lines []byte
	rows := make([]*Entry, len(entries))
	for i, e := range entries {
		from := len(lines)
		lines = attached.Inline(e).AppendJSON(lines)
		rows[i] = rowOf(e, j.size+int64(from), len(lines)-from)
		lines = append(lines, '\n')
	}
	if err := j.write(lines); err != nil || j.live == nil {
		return err
	}
	return j.live.add(j.key, rows)
}

// write appends complete lines, or nothing.
func (j *Journal) write(lines []byte) error {
	if _, err := j.file.Write(lines); err != nil {
		// A full disk may have accepted only a part. Cut the journal back to its previous end.
		return errors.Join(fmt.Errorf("append to the journal: %w", err), j.file.Truncate(j.size))
	}
	j.size += int64(len(lines))
	j.forceSoon(len(lines))
	return nil
}

// Announce puts the session into a live view under a key, without the entries already in the journal. The view shows
// only what is appended from now on, so its size does not depend on the history.
func (j *Journal) Announce(live *Store, key string, header timeline.Header) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.live, j.key = live, key
	return live.announce(key, header, j.file.Name(), j.size)
}

// Size returns the length of the journal in bytes.
func (j *Journal) Size() int64 {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.size
}

// Path returns the path of the journal.
func (j *Journal) Path() string { return j.file.Name() }

// Close syncs the journal to disk and closes it.
func (j *Journal) Close() error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.timer != nil {
		j.timer.Stop()
	}
	j.unforced = false
	return errors.Join(j.failed, j.force(), j.file.Close())
}

// latest is the maximum time between an entry and its sync to disk. A power failure can lose what was written in that
// time.
const latest = time.Second

// forceSoon schedules one sync to disk for all entries that arrive until then.
func (j *Journal) forceSoon(added int) {
	if added == 0 || j.unforced {
		return
	}
	j.unforced = true
	if j.timer == nil {
		j.timer = time.AfterFunc(latest, func() {
			if err := j.Sync(); err != nil {
				j.mutex.Lock()
				j.failed = err
				j.mutex.Unlock()
			}
		})
		return
	}
	j.timer.Reset(latest)
}

// Sync immediately syncs to disk what was appended, for example at the end of a turn. It does nothing if nothing was.
// Entries may be appended concurrently.
func (j *Journal) Sync() error {
	j.mutex.Lock()
	failed, isIdle := j.failed, !j.unforced
	j.failed, j.unforced = nil, false
	j.mutex.Unlock()
	if isIdle {
		return failed
	}
	if err := j.force(); err != nil && !errors.Is(err, os.ErrClosed) { // Close syncs, too
		return errors.Join(failed, fmt.Errorf("force the journal to the disk: %w", err))
	}
	return failed
}
