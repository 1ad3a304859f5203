package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/coder/websocket"

	"stead/internal/term/ptyx"
	"stead/internal/term/sharing"
)

// Protocol is the name of the subprotocol.
const Protocol = "stead.terminal.v1"

// The types of messages.
const (
	keyType      = "key"
	sizeType     = "size"
	keyboardType = "keyboard"
	problemType  = "problem"
	endType      = "end"
)

// Message is a text message. Its type determines which members it has.
type Message struct {
	Type string `json:"type"`
	// Key proves the identity of the caller. Rows and Columns are the size of the caller's terminal.
	Key     string `json:"key,omitempty"`
	Rows    int    `json:"rows,omitempty"`
	Columns int    `json:"columns,omitempty"`
	// Yours says whether the caller wants the keyboard.
	Yours bool `json:"yours,omitempty"`
}

// keyboardMessage reports who has the keyboard.
type keyboardMessage struct {
	Type string `json:"type"`
	sharing.Keyboard
}

type problemMessage struct {
	Type    string `json:"type"`
	Problem any    `json:"problem"`
}

type endMessage struct {
	Type string `json:"type"`
	Why  string `json:"why"`
}

// ErrMessage is the error of a message that the protocol does not define.
var ErrMessage = errors.New("the message does not belong to " + Protocol)

// Limits of what a caller sends: bytes of a message, time until the first message, and the size of its terminal.
const (
	longestMessage = 64 << 10
	firstTime      = 10 * time.Second
	mostRows       = 500
	mostColumns    = 1000
)

// Greet reads the first message, which must contain a key if the caller needs one. Errors: ErrMessage, those of the
// connection, and that of ctx.
func Greet(ctx context.Context, conn *websocket.Conn, needsKey bool) (Message, error) {
	conn.SetReadLimit(longestMessage)
	ctx, stop := context.WithTimeout(ctx, firstTime)
	defer stop()
	kind, data, err := conn.Read(ctx)
	if err != nil {
		return Message{}, fmt.Errorf("read the first message: %w", err)
	}
	m, err := parse(data)
	switch {
	case err != nil:
		return m, err
	case kind != websocket.MessageText || m.Type != keyType || needsKey && m.Key == "":
		return m, fmt.Errorf("%w: the first one is a text with the key", ErrMessage)
	}
	return m, nil
}

func parse(data []byte) (m Message, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("%w: it is not valid JSON", ErrMessage)
	}
	if m.Type != keyType && m.Type != sizeType {
		return m, nil
	}
	if m.Rows < 1 || m.Rows > mostRows || m.Columns < 1 || m.Columns > mostColumns {
		return m, fmt.Errorf("%w: rows are 1 to %d, columns 1 to %d", ErrMessage, mostRows, mostColumns)
	}
	return m, nil
}

// Size returns the size of the caller's terminal.
func (m Message) Size() ptyx.Size {
	return ptyx.Size{Rows: uint16(m.Rows), Columns: uint16(m.Columns)} // parse has checked both
}

// patience is how long a caller may take to accept a message. The run never waits that long for it.
const patience = time.Minute

// send sends a text message. Errors are those of the connection.
func send(ctx context.Context, conn *websocket.Conn, message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	return conn.Write(ctx, websocket.MessageText, text)
}

// Refuse sends the caller a problem that says why it gets no terminal. It closes the connection with the code 4000 plus
// the corresponding HTTP status.
func Refuse(ctx context.Context, conn *websocket.Conn, status int, problem any) {
	_ = send(ctx, conn, problemMessage{problemType, problem}) // a client that has left needs no answer
	_ = conn.Close(websocket.StatusCode(4000+status), "refused")
}
