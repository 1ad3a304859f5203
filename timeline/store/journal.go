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

// Journal is an append-only file that holds a session in the JSON Lines encoding. It is safe for use by several
// goroutines of one process; two processes must not have the same journal open.
//
// What [Journal.Append] has written survives the end of the process, however it ends. It is forced to the disk within a
// second, not line by line: a journal that lost its last entries to a power failure is still whole up to them.
type Journal struct {
	mutex sync.Mutex
	file  *os.File
	size  int64
	// force forces the file to the disk, timer does so a while after an entry. Unforced is set while there is something to
	// force.
	force    func() error
	timer    *time.Timer
	unforced bool
	// failed is why the timer could not: the next call says so.
	failed error
	// live is the view in which the session is, or nil; key is its key there.
	live *Store
	key  string
}

// Create makes a journal that begins with a session, and leaves it open. It appears whole or not at all; an existing
// one is an error that wraps fs.ErrExist. The children of the session are kept, too.
func Create(path string, history timeline.Stream) (*Journal, error) {
	if err := write(path, history); err != nil {
		return nil, fmt.Errorf("create the journal %s: %w", path, err)
	}
	return open(path)
}

// open opens a journal that ends with a whole line.
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
		// A header that comes again continues its session: what is appended does not belong to the last child.
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

// Append adds entries to the journal's end: all of them, or none when it returns an error. A live view sees them at
// once.
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

// write appends whole lines, or nothing.
func (j *Journal) write(lines []byte) error {
	if _, err := j.file.Write(lines); err != nil {
		// A full disk may have taken a part: the journal ends where it did.
		return errors.Join(fmt.Errorf("append to the journal: %w", err), j.file.Truncate(j.size))
	}
	j.size += int64(len(lines))
	j.forceSoon(len(lines))
	return nil
}

// Announce puts the session into a live view under a key, without the entries that the journal has so far: a view of
// what is appended from now on, whose size does not depend on the history.
func (j *Journal) Announce(live *Store, key string, header timeline.Header) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.live, j.key = live, key
	return live.announce(key, header, j.file.Name(), j.size)
}

// Size returns where the journal ends, in bytes.
func (j *Journal) Size() int64 {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.size
}

// Path returns where the journal lies.
func (j *Journal) Path() string { return j.file.Name() }

// Close forces the journal to the disk and closes it.
func (j *Journal) Close() error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.timer != nil {
		j.timer.Stop()
	}
	j.unforced = false
	return errors.Join(j.failed, j.force(), j.file.Close())
}

// latest is how long after an entry the journal is forced to the disk: what a power failure can take.
const latest = time.Second

// forceSoon has the journal forced to the disk in a while, once for all entries that come until then.
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

// Sync forces what was appended to the disk, at once: at the end of a turn. It does nothing when nothing was. Entries
// may be appended meanwhile.
func (j *Journal) Sync() error {
	j.mutex.Lock()
	failed, isIdle := j.failed, !j.unforced
	j.failed, j.unforced = nil, false
	j.mutex.Unlock()
	if isIdle {
		return failed
	}
	if err := j.force(); err != nil && !errors.Is(err, os.ErrClosed) { // closing forces, too
		return errors.Join(failed, fmt.Errorf("force the journal to the disk: %w", err))
	}
	return failed
}
