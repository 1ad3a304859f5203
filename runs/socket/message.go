package socket

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"stead/inject/signals"
)

// Request is a request of a client. See the package comment.
type Request struct {
	Do    string   `json:"do"`
	Kinds []string `json:"kinds,omitempty"`
	Terminal
	Text string `json:"text,omitempty"`
	// Choice answers a question of the CLI.
	Choice signals.Choice `json:"choice,omitzero"`
	// Switch says where the run goes on.
	Switch Switch `json:"switch,omitzero"`
}

// Switch says in which CLI a run goes on.
type Switch struct {
	CLI string `json:"cli"`
	// Prompt is what the user says there. Empty for nothing new.
	Prompt string `json:"prompt,omitempty"`
	// IsFromInside says that the user asks for it in the CLI that is left.
	IsFromInside bool `json:"inside,omitempty"`
}

// Terminal describes how a terminal is attached.
type Terminal struct {
	// Watch reports that the client only watches.
	Watch bool `json:"watch,omitempty"`
	// Aside reports that the client only watches, and that no person sits at the terminal.
	Aside bool `json:"aside,omitempty"`
	// Key is the key that detaches.
	Key string `json:"key,omitempty"`
	// Intro is the text on the terminal, from the first row, if it is the first terminal.
	Intro string `json:"intro,omitempty"`
}

// Event is a message of a server.
type Event struct {
	Kind  string          `json:"kind"`
	Value json.RawMessage `json:"value,omitempty"`
}

// The kinds of events that answer requests.
const (
	Attached  = "attached"
	Left      = "left"
	Typing    = "keyboard"
	Sent      = "sent"
	Stopping  = "stopping"
	Answered  = "answered"
	Switching = "switching"
)

// The kinds of events about the run.
const (
	Delivered = "delivered"
	Note      = "note"
	Entry     = "entry"
	Changed   = "changed"
	Ended     = "ended"
)

// wire reads and writes lines of JSON, and receives the descriptors that accompany them.
type wire struct {
	conn    *net.UnixConn
	writing sync.Mutex
	read    []byte

	// keeping guards the files that have come: the connection may be closed while it is read.
	keeping sync.Mutex
	files   []*os.File
}

// send writes a value with the descriptors of files.
func (w *wire) send(value any, files ...*os.File) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	rights, err := rightsTo(files)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	w.writing.Lock()
	defer w.writing.Unlock()
	n, err := write(w.conn, line, rights)
	for err == nil && n < len(line) {
		line = line[n:]
		n, err = w.conn.Write(line)
	}
	return err
}

// longestLine is longer than any message. An entry may hold the result of a tool.
const longestLine = 256 << 20

// receive reads the next value. It returns io.EOF at the end.
func (w *wire) receive(value any) error {
	for from := 0; ; {
		for i, c := range w.read[from:] {
			if c == '\n' {
				line := w.read[:from+i]
				w.read = w.read[from+i+1:]
				return json.Unmarshal(line, value)
			}
		}
		if from = len(w.read); from > longestLine {
			return errors.New("a message without end")
		}
		if err := w.fill(); err != nil {
			return err
		}
	}
}

func (w *wire) fill() error {
	chunk := make([]byte, 32<<10)
	n, files, err := read(w.conn, chunk)
	if len(files) > 0 {
		w.keeping.Lock()
		w.files = append(w.files, files...)
		w.keeping.Unlock()
	}
	w.read = append(w.read, chunk[:max(n, 0)]...)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return fmt.Errorf("%w: %w", io.EOF, err) // a broken connection has ended
	case n <= 0:
		return io.EOF
	}
	return nil
}

// popFiles returns and removes the received descriptors.
func (w *wire) popFiles() []*os.File {
	w.keeping.Lock()
	defer w.keeping.Unlock()
	files := w.files
	w.files = nil
	return files
}

func (w *wire) close() {
	_ = w.conn.Close()
	closeAll(w.popFiles())
}

func closeAll(files []*os.File) {
	for _, file := range files {
		_ = file.Close()
	}
}
