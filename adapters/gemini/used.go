package gemini

import (
	"context"
	"io"
	"os"
	"time"

	"stead/internal/adapt/jsonl"
)

// timeFormat is the CLI's format for times.
const timeFormat = "2006-01-02T15:04:05.000Z"

// FormatTime formats a time as the CLI does.
func FormatTime(t time.Time) string { return t.UTC().Format(timeFormat) }

// MarkUsed sets a session's newest time to now, unless it is less than a day old: the CLI deletes sessions that were
// not used for 30 days, even if they were restored a moment ago. MarkUsed overwrites the old time in place, so that no
// byte moves.
func MarkUsed(ctx context.Context, path string, now time.Time) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	at, newest, err := lastUsed(ctx, file)
	if err != nil || at < 0 || now.Sub(newest) < 24*time.Hour {
		return err
	}
	_, err = file.WriteAt([]byte(FormatTime(now)), at)
	return err
}

// lastUsed returns the time in the last line that has one, and its offset. At is negative if there is none.
func lastUsed(ctx context.Context, input io.Reader) (at int64, newest time.Time, err error) {
	at = -1
	for line, err := range jsonl.Lines(ctx, input) {
		if err != nil {
			return -1, newest, err
		}
		before, sound, _, ok := jsonl.Split(line.Bytes)
		if !ok {
			continue
		}
		l := Peek(sound)
		updated := l.Value.Get("lastUpdated")
		if l.Kind != Header && l.Kind != Update {
			continue
		}
		if t, err := time.Parse(timeFormat, updated.String()); err == nil && len(updated) == len(timeFormat)+2 {
			at, newest = line.Offset+int64(len(before)+cap(sound)-cap(updated))+1, t
		}
	}
	return at, newest, nil
}
