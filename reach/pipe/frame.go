package pipe

import (
	"encoding/binary"
	"errors"
)

// A frame is the content of one message. Every frame says how far its sender has received and read, so a frame without
// other content shows that its sender is alive.
type frame struct {
	kind kind
	// offset is the position of payload among all the bytes that the sender has sent. The end counts as one byte.
	offset uint64
	// received is the position up to which the sender has the other side's bytes, read the position up to which its
	// program has read them.
	received, read uint64
	payload        []byte
}

type kind byte

const (
	// kindBytes has a payload, or only the numbers.
	kindBytes kind = iota + 1
	// kindEnd says that no more bytes follow, and that the sender reads none.
	kindEnd
	// kindAgain asks for everything after received, because something was lost.
	kindAgain
)

const (
	headLen = 1 + 3*8
	// maxPayload holds a whole TLS record (16 kB and some bytes), so that a record is one message.
	maxPayload = 16<<10 + 256
)

var errFrame = errors.New(
	"a message on the connection makes no sense; it may come from another version of stead, or from a stranger at the hub")

// head appends all of the frame except its payload.
func (f frame) head(to []byte) []byte {
	to = append(to, byte(f.kind))
	to = binary.BigEndian.AppendUint64(to, f.offset)
	to = binary.BigEndian.AppendUint64(to, f.received)
	return binary.BigEndian.AppendUint64(to, f.read)
}

// parse parses a frame, whose payload shares the memory of message.
func parse(message []byte) (frame, error) {
	if len(message) < headLen || len(message) > headLen+maxPayload {
		return frame{}, errFrame
	}
	f := frame{
		kind: kind(message[0]), offset: binary.BigEndian.Uint64(message[1:]), received: binary.BigEndian.Uint64(message[9:]),
		read: binary.BigEndian.Uint64(message[17:]), payload: message[headLen:],
	}
	if f.kind < kindBytes || f.kind > kindAgain || f.kind != kindBytes && len(f.payload) > 0 || f.read > f.received {
		return frame{}, errFrame
	}
	return f, nil
}
