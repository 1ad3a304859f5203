package pipe

import (
	"bytes"
	"time"
)

// window is how many bytes one side may send before the other side's program has read them. Measured: more makes an
// echo late behind much output.
const window = 64 << 10

// outgoing is what this side sends. It keeps all bytes until the other side has received them.
type outgoing struct {
	// kept are the bytes from acked on.
	kept bytes.Buffer
	// acked is up to where the other side has received, sent is up to where this side has sent, and limit is up to where
	// it may send.
	acked, sent, limit, most uint64
	// ended says that nothing comes after kept but the end, which counts as a byte; done says that the other side has
	// received that, too.
	ended, done bool
	// moved is when the other side last received something, or was first given something to receive.
	moved time.Time
}

// space is how much the program may write. The last word goes beyond the window.
func (o *outgoing) space() int { return max(0, window-o.kept.Len()) }

// next returns what is to be sent now; its payload is good until the next change. Ok is false if nothing is to be sent,
// or nothing may be.
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

// take learns from the other side how far it has received and read. Old news, which comes late, changes nothing.
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

// rewind has everything sent again that the other side has not received, as far as this side knows.
func (o *outgoing) rewind() { o.sent = o.acked }

// stalled says that the other side has had time enough to receive what was sent.
func (o *outgoing) stalled(now time.Time) bool {
	return o.sent > o.acked && !o.done && now.Sub(o.moved) >= stall
}

// incoming is what this side receives.
type incoming struct {
	// unread are the bytes from read on.
	unread         bytes.Buffer
	received, read uint64
	// lost says that something before a frame was lost, and ended that the end was received.
	lost, ended bool
}

// news is what a frame means to the side that receives it.
type news int

const (
	nothing news = iota
	fresh
	// stale and early frames are dropped. The sender of the first does not know that it has arrived, that of the second
	// that something was lost.
	stale
	early
)

// take receives a frame. The error is that of a sender that sends more than it may.
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

// give gives bytes to the program.
func (in *incoming) give(p []byte) int {
	n, _ := in.unread.Read(p) // its only error is that it is empty
	in.read += uint64(n)
	return n
}

// discard reads everything for nobody.
func (in *incoming) discard() {
	in.read += uint64(in.unread.Len())
	in.unread.Reset()
}
