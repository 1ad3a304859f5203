package forks

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"stead/internal/sys/regular"
)

// Mirror is the kind of a session that mirrors a run in another CLI. It supplements the lineage kinds of the timeline.
const Mirror = "mirror"

// Node is a session that stead made, with its origin.
type Node struct {
	// Session is the session's reference, <cli>:<id>. Path is its location.
	Session string `json:"session"`
	Path    string `json:"path,omitempty"`
	// Parent is the session that it was made from. With is a second session that was merged into it. Both are empty for
	// a session that a CLI started from scratch.
	Parent string `json:"parent,omitempty"`
	With   string `json:"with,omitempty"`
	// At is the last entry of Parent before the session diverges, in the turn with the number Turn. It is empty at the
	// end of Parent.
	At   string `json:"at,omitempty"`
	Turn int    `json:"turn,omitempty"`
	// Kind is a lineage kind of the timeline, or Mirror.
	Kind string `json:"kind,omitempty"`
	// Run is the run that made the session. Part names the larger whole that the run belongs to: ab:<id>/<name>.
	Run  string `json:"run,omitempty"`
	Part string `json:"part,omitempty"`
	// Dir is the working folder. Title is the beginning of the prompt that the session was made for.
	Dir   string    `json:"dir,omitempty"`
	Title string    `json:"title,omitempty"`
	Time  time.Time `json:"time,omitzero"`
	// After and Lines are the range of records that stead delivered into the session (see catalog/origin.Origin), and
	// Worked reports that its CLI worked in it. They are for sessions that no run's record describes: imported ones, and
	// those of a run that was removed.
	After  int  `json:"after,omitempty"`
	Lines  int  `json:"lines,omitempty"`
	Worked bool `json:"worked,omitempty"`
}

// Log is where stead records which session it made from which. It is an append-only file.
type Log struct {
	path string
}

// OpenLog returns the log below stead's data folder. It creates nothing.
func OpenLog(dataFolder string) Log { return Log{filepath.Join(dataFolder, "forks", "lineage.jsonl")} }

// Path returns the location of the log. It is empty for the zero value, which records nothing.
func (l Log) Path() string { return l.path }

// Append adds a node. Several processes may call it concurrently, because each line is a single write.
func (l Log) Append(n Node) error {
	if l.path == "" {
		return nil
	}
	line, err := json.Marshal(n)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(l.path), 0o700)
	}
	if err != nil {
		return fmt.Errorf("record where %s comes from: %w", n.Session, err)
	}
	file, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("record where %s comes from: %w", n.Session, err)
	}
	if endsHalf(file) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}

// endsHalf reports whether the last line was truncated. A line appended directly to it would be lost as well.
func endsHalf(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = file.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] != '\n'
}

// longestLine is the maximum length of a line, in bytes.
const longestLine = 1 << 20

// Nodes returns the recorded nodes, the oldest first. It skips truncated lines. A missing log is not an error.
func (l Log) Nodes() ([]Node, error) {
	file, err := regular.Open(l.path)
	if l.path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read where sessions come from: %w", err)
	}
	defer file.Close()
	var nodes []Node
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 0, 64<<10), longestLine)
	for lines.Scan() {
		var n Node
		if json.Unmarshal(bytes.TrimSpace(lines.Bytes()), &n) == nil && n.Session != "" {
			nodes = append(nodes, n)
		}
	}
	if err := lines.Err(); err != nil {
		return nodes, fmt.Errorf("read where sessions come from: %w", err)
	}
	return nodes, nil
}
