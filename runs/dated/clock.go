package dated

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// moment is the form of a time that sorts, in ids and on the clock. It ends with what one tick is.
const (
	moment  = "20060102-150405.000"
	oneTick = time.Millisecond
)

// clock is the path of the file that has the last moment that was given out.
func (f Folder) clock() string { return f.Root + ".clock" }

// tick returns a moment that no process has been given before, and that is later than each of those: now, or just after
// the last.
func (f Folder) tick(now time.Time) (string, error) {
	clock, err := os.OpenFile(f.clock(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	defer clock.Close() // and with it the lock
	if err := lock(clock, patience); err != nil {
		return "", fmt.Errorf("wait for the clock of stead's %ss, %s: %w", f.Kind, f.clock(), err)
	}
	at := now.UTC()
	if last := f.last(clock); !at.Truncate(oneTick).After(last) {
		at = last.Add(oneTick)
	}
	text := at.Format(moment)
	_, err = clock.WriteAt([]byte(text), 0) // always as long
	return text, err
}

// patience is how long the clock is waited for, which others hold for some milliseconds; glance how often it is tried.
const (
	patience = 30 * time.Second
	glance   = time.Millisecond
)

// errHeld says that a process has had the clock for too long.
var errHeld = errors.New("another process of stead holds it and does not go on: continue or end that")

// lock waits until no other process has the file locked. One that was stopped meanwhile keeps it.
func lock(file *os.File, patience time.Duration) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(glance) {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err != unix.EWOULDBLOCK && err != unix.EINTR:
			return err
		case time.Now().After(deadline):
			return errHeld
		}
	}
}

// last is the last moment that was given out: what the clock says, else when the newest thing began.
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

// began is when a thing began, as its id has it. One of an older version began at the end of its second, as far as that
// is known.
func began(id string) string {
	at := strings.TrimSuffix(id[:max(0, len(id)-digits)], "-")
	if len(at) == len("20060102-150405") {
		return at + ".999"
	}
	return at
}
