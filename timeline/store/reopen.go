package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// ErrNoJournal means that the file does not begin with the header line of a journal.
var ErrNoJournal = errors.New("not a journal")

// Recovery describes the damage found in a journal that was reopened.
type Recovery struct {
	// Dropped is the number of bytes at the end that were not a complete entry. It is 0 for a journal that was closed
	// properly.
	Dropped int64
	// Aside is the file that received those bytes. It is empty if there were none.
	Aside string
}

// Reopen opens a journal to append to it. If a crash left an incomplete line at its end, Reopen moves the rest, at most
// the lines of one [Journal.Append], into a file next to the journal. If the journal ends inside a child, Reopen
// returns it to the session itself. It returns ErrNoJournal, and errors of the file system.
func Reopen(path string) (*Journal, Recovery, error) {
	recovery, err := recoverTail(path)
	if err != nil {
		return nil, recovery, fmt.Errorf("open the journal %s: %w", path, err)
	}
	j, err := open(path)
	if err != nil {
		return nil, recovery, err
	}
	if err := j.leaveChild(); err != nil {
		return nil, recovery, errors.Join(fmt.Errorf("open the journal %s: %w", path, err), j.Close())
	}
	return j, recovery, nil
}

// leaveChild appends a header that ends a child, if a crash left the journal inside one.
func (j *Journal) leaveChild() error {
	header, err := headerOf(j.file)
	if err != nil {
		return err
	}
	last := header.ID
	for found, err := range jsonl.Map(context.Background(), io.NewSectionReader(j.file, 0, j.size), lastHeader) {
		if err != nil {
			return err
		}
		if found != "" {
			last = found
		}
	}
	if last == header.ID {
		return nil
	}
	line, err := timeline.AppendHeaderLine(nil, header)
	if err != nil {
		return err
	}
	return j.write(line)
}

// lastHeader returns the id in the last header among the lines, or "".
func lastHeader(lines []jsonl.Line) string {
	for _, line := range slices.Backward(lines) {
		if id, _, ok := headerLine(line.Bytes); ok {
			return id
		}
	}
	return ""
}

func recoverTail(path string) (Recovery, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return Recovery{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Recovery{}, err
	}
	end, err := soundEnd(file, info.Size())
	if err != nil || end == info.Size() {
		return Recovery{}, err
	}
	recovery := Recovery{Dropped: info.Size() - end, Aside: path + ".cut"}
	if err := appendTo(recovery.Aside, io.NewSectionReader(file, end, recovery.Dropped)); err != nil {
		return Recovery{}, err
	}
	return recovery, file.Truncate(end)
}

// soundEnd returns the end of the last complete line: one that ends with a line feed and is JSON. After a power
// failure, blocks of zeros may follow it.
func soundEnd(file io.Reader, size int64) (int64, error) {
	end := int64(0)
	for sound, err := range jsonl.Map(context.Background(), file,
		func(lines []jsonl.Line) int64 { return lastSound(lines, size) }) {
		if err == nil && sound < 0 {
			err = ErrNoJournal
		}
		if err != nil {
			return 0, err
		}
		end = max(end, sound)
	}
	if end == 0 {
		return 0, ErrNoJournal
	}
	return end, nil
}

// lastSound returns the end of the last complete line in a chunk. It returns 0 if there is none, and -1 if the file's
// first line is not a header.
func lastSound(lines []jsonl.Line, size int64) int64 {
	if len(lines) > 0 && lines[0].Number == 1 && !jsonl.Value(lines[0].Bytes).Get("format").Is(timeline.LinesFormat) {
		return -1
	}
	for _, line := range slices.Backward(lines) {
		after := line.Offset + int64(len(line.Bytes)) + 1
		if _, _, ok := jsonl.Clean(line.Bytes); ok && after <= size {
			return after
		}
	}
	return 0
}

// appendTo appends content to a file, so that it keeps the remains of several crashes.
func appendTo(path string, content io.Reader) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.Copy(file, content); err != nil {
		return err
	}
	return file.Sync()
}
