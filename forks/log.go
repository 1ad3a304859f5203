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

// Mirror is the kind of a session that holds what a run in another CLI has come to, beside the lineage kinds of the
// timeline.
const Mirror = "mirror"

// Node is a session that stead made, and what it was made of.
type Node struct {
	// Session is its reference, <cli>:<id>; Path is where it lies.
	Session string `json:"session"`
	Path    string `json:"path,omitempty"`
	// Parent is the session that it was made of, With a second one that was merged into it. A session that a CLI began
	// anew has neither.
	Parent string `json:"parent,omitempty"`
	With   string `json:"with,omitempty"`
	// At is the entry of Parent after which it goes its own way, in the turn with the number Turn. Empty at its end.
	At   string `json:"at,omitempty"`
	Turn int    `json:"turn,omitempty"`
	// Kind is a lineage kind of the timeline, or Mirror.
	Kind string `json:"kind,omitempty"`
	// Run is the run that made it, Part what that is a part of: ab:<id>/<name>.
	Run  string `json:"run,omitempty"`
	Part string `json:"part,omitempty"`
	// Dir is the working folder, Title the beginning of what it was made for.
	Dir   string    `json:"dir,omitempty"`
	Title string    `json:"title,omitempty"`
	Time  time.Time `json:"time,omitzero"`
}

// Log is where stead notes which session it made of which: a file to which lines are added, never changed.
type Log struct {
	path string
}

// OpenLog returns the log below stead's data folder. It makes nothing.
func OpenLog(dataFolder string) Log { return Log{filepath.Join(dataFolder, "forks", "lineage.jsonl")} }

// Path returns where the log lies. It is empty for the zero value, which keeps nothing.
func (l Log) Path() string { return l.path }

// Append adds a node. Several processes may do so at once: a line is one write.
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

// endsHalf reports whether the last line was cut, so that another one behind it would be lost with it.
func endsHalf(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = file.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] != '\n'
}

// longestLine bounds what is read as one line.
const longestLine = 1 << 20

// Nodes returns what was noted, the oldest first. A line that was cut is left out. No log is no error.
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
