package pipe

import (
	"bytes"
	"time"
)

// window is how many bytes one side may send before the other side's program has read them. Measurements showed that a
// larger window delays an echo after much output.
const window = 64 << 10

// outgoing is the data that this side sends. It keeps all bytes until the other side has received them.
type outgoing struct {
	// kept are the bytes from acked on.
	kept bytes.Buffer
	// acked is the position up to which the other side has received, sent the position up to which this side has sent, and
	// limit the position up to which it may send.
	acked, sent, limit, most uint64
	// ended says that only the end follows the kept bytes; it counts as a byte. Done says that the other side has received
	// the end, too.
	ended, done bool
	// moved is when the other side last received something, or when the first unreceived byte was sent.
	moved time.Time
}

// space returns how much the program may write. The last message may exceed the window.
func (o *outgoing) space() int { return max(0, window-o.kept.Len()) }

// next returns the next frame to send; its payload is valid until the next change. Ok is false if there is nothing to
// send, or if nothing may be sent.
func (o *outgoing) next(now time.Time) (f frame, ok bool) {
	total := o.acked + uint64(o.kept.Len())
	f = frame{kind: kindBytes, offset: o.sent}
	stop := min(total, o.limit, o.sent+maxPayload)
	switch {
	case o.done:
		return f, false
	case o.sent < stop:
		f.payload = o.kept.Bytes()[o.sent-o.acked : stop-o.acked]
	case o.ended && o.sent == total:
		f.kind, stop = kindEnd, o.sent+1
	default:
		return f, false
	}
	if o.sent == o.acked {
		o.moved = now
	}
	o.sent, o.most = stop, max(o.most, stop)
	return f, true
}

// take applies the other side's report of how far it has received and read. Outdated reports change nothing.
func (o *outgoing) take(f frame, now time.Time) error {
	if f.received > o.most {
		return errFrame
	}
	o.limit = max(o.limit, f.read+window)
	if f.received <= o.acked {
		return nil
	}
	if drop := f.received - o.acked; drop > uint64(o.kept.Len()) {
		o.kept.Reset()
		o.done = true
	} else {
		o.kept.Next(int(drop))
	}
	o.acked, o.sent, o.moved = f.received, max(o.sent, f.received), now
	return nil
}

// rewind makes everything be sent again that the other side has not received, as far as this side knows.
func (o *outgoing) rewind() { o.sent = o.acked }

// stalled reports whether the other side has had enough time to receive what was sent.
func (o *outgoing) stalled(now time.Time) bool {
	return o.sent > o.acked && !o.done && now.Sub(o.moved) >= stall
}

// incoming is the data that this side receives.
type incoming struct {
	// unread are the bytes from read on.
	unread         bytes.Buffer
	received, read uint64
	// lost says that something before a frame was lost. Ended says that the end was received.
	lost, ended bool
}

// news is the meaning of a frame for the side that receives it.
type news int

const (
	nothing news = iota
	fresh
	// stale and early frames are dropped. The sender of a stale frame does not know that it has arrived; the sender of an
	// early one does not know that something was lost.
	stale
	early
)

// take receives a frame. The error means that the sender has sent more than it may.
func (in *incoming) take(f frame) (news, error) {
	length := uint64(len(f.payload))
	if f.kind == kindEnd {
		length = 1
	}
	switch {
	case length == 0:
		return nothing, nil
	case f.offset > in.read+window || f.offset+uint64(len(f.payload)) > in.read+window:
		return nothing, errFrame
	case f.offset > in.received:
		return early, nil
	case f.offset+length <= in.received:
		return stale, nil
	case in.ended:
		return nothing, errFrame
	}
	if f.kind == kindEnd {
		in.ended = true
	} else {
		in.unread.Write(f.payload[in.received-f.offset:])
	}
	in.received, in.lost = f.offset+length, false
	return fresh, nil
}

// give passes bytes to the program.
func (in *incoming) give(p []byte) int {
	n, _ := in.unread.Read(p) // its only error is that it is empty
	in.read += uint64(n)
	return n
}

// discard drops all unread bytes and counts them as read.
func (in *incoming) discard() {
	in.read += uint64(in.unread.Len())
	in.unread.Reset()
}
