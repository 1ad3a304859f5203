package pipe

import (
	"encoding/binary"
	"errors"
)

// A frame is what one message has. Every frame says how far its sender has received and read, so one that has nothing
// else shows that its sender is alive.
type frame struct {
	kind kind
	// offset is where payload begins among all the bytes that the sender has sent. The end counts as one byte.
	offset uint64
	// received is up to where the sender has the other side's bytes, and read is up to where its program has read them.
	received, read uint64
	payload        []byte
}

type kind byte

const (
	// kindBytes has payload, or nothing but the numbers.
	kindBytes kind = iota + 1
	// kindEnd says that no more bytes come, and that the sender reads none.
	kindEnd
	// kindAgain asks for everything after received: something was lost.
	kindAgain
)

const (
	headLen = 1 + 3*8
	// maxPayload holds a whole TLS record (16 kB and some bytes), so that a record is one message.
	maxPayload = 16<<10 + 256
)

var errFrame = errors.New(
	"a message on the connection makes no sense; it may come from another version of stead, or from a stranger at the hub")

// head appends all of the frame but its payload.
func (f frame) head(to []byte) []byte {
	to = append(to, byte(f.kind))
	to = binary.BigEndian.AppendUint64(to, f.offset)
	to = binary.BigEndian.AppendUint64(to, f.received)
	return binary.BigEndian.AppendUint64(to, f.read)
}

// parse reads a frame, whose payload is part of message.
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
