package socket

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"

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
}

// Terminal describes how a terminal is attached.
type Terminal struct {
	// Watch reports that the client only watches.
	Watch bool `json:"watch,omitempty"`
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
	Attached = "attached"
	Left     = "left"
	Typing   = "keyboard"
	Sent     = "sent"
	Stopping = "stopping"
	Answered = "answered"
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
	files   []*os.File
}

// send writes a value with the descriptors of files.
func (w *wire) send(value any, files ...*os.File) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	var rights []byte
	if len(files) > 0 {
		descriptors := make([]int, 0, len(files))
		for _, file := range files {
			descriptors = append(descriptors, int(file.Fd()))
		}
		rights = unix.UnixRights(descriptors...)
	}
	line = append(line, '\n')
	w.writing.Lock()
	defer w.writing.Unlock()
	n, _, err := w.conn.WriteMsgUnix(line, rights, nil)
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
	chunk, control := make([]byte, 32<<10), make([]byte, unix.CmsgSpace(4*8))
	n, c, _, _, err := w.conn.ReadMsgUnix(chunk, control)
	if c > 0 {
		w.keepFiles(control[:c])
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

func (w *wire) keepFiles(control []byte) {
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return
	}
	for _, message := range messages {
		descriptors, _ := unix.ParseUnixRights(&message)
		for _, descriptor := range descriptors {
			unix.CloseOnExec(descriptor)
			w.files = append(w.files, os.NewFile(uintptr(descriptor), "terminal"))
		}
	}
}

// popFiles returns and removes the received descriptors.
func (w *wire) popFiles() []*os.File {
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
