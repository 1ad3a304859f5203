package dated

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stead/internal/sys/filelock"
)

// moment is the sortable format of a time, in ids and in the clock file. OneTick is the unit of its last digit.
const (
	moment  = "20060102-150405.000"
	oneTick = time.Millisecond
)

// clock returns the path of the file with the last moment that was issued.
func (f Folder) clock() string { return f.Root + ".clock" }

// tick returns a moment that is later than any issued to any process before: now, or just after the last one.
func (f Folder) tick(now time.Time) (string, error) {
	clock, err := os.OpenFile(f.clock(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	defer clock.Close() // this also releases the lock
	if err := lock(clock, patience); err != nil {
		return "", fmt.Errorf("wait for the clock of stead's %ss, %s: %w", f.Kind, f.clock(), err)
	}
	at := now.UTC()
	if last := f.last(clock); !at.Truncate(oneTick).After(last) {
		at = last.Add(oneTick)
	}
	text := at.Format(moment)
	_, err = clock.WriteAt([]byte(text), 0) // the length is always the same
	return text, err
}

// patience is the maximum wait for the clock, which other processes hold for a few milliseconds. Glance is the interval
// between attempts.
const (
	patience = 30 * time.Second
	glance   = time.Millisecond
)

// errHeld means that another process has held the clock for too long.
var errHeld = errors.New("another process of stead holds it and does not go on: continue or end that")

// lock waits until no other process has the file locked. A process that was suspended keeps its lock.
func lock(file *os.File, patience time.Duration) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(glance) {
		err := filelock.Try(file)
		switch {
		case !errors.Is(err, filelock.ErrHeld):
			return err
		case time.Now().After(deadline):
			return errHeld
		}
	}
}

// last returns the last moment that was issued: that of the clock file, or else when the newest item began.
func (f Folder) last(clock *os.File) time.Time {
	text, _ := io.ReadAll(io.LimitReader(clock, int64(len(moment))))
	if at, err := time.Parse(moment, string(text)); err == nil {
		return at
	}
	ids, _ := f.IDs()
	for _, id := range ids {
		if at, err := time.Parse(moment, began(id)); err == nil {
			return at
		}
	}
	return time.Time{}
}

// began returns when an item began, according to its id. For ids of an older version, it returns the end of their
// second.
func began(id string) string {
	at := strings.TrimSuffix(id[:max(0, len(id)-digits)], "-")
	if len(at) == len("20060102-150405") {
		return at + ".999"
	}
	return at
}
