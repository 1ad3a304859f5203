package replica

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"

	"stead/reach/member"
	"stead/reach/seal"
)

// largest is how many bytes of a journal one message has at most: a quarter of what servers take.
const largest = 256 << 10

// The headers of a message, and the kinds.
const (
	offsetHeader = "Stead-Offset"
	// afterHeader is the sequence of the message that a message follows: one that somebody repeats elsewhere is none.
	afterHeader = "Stead-After"
	kindHeader  = "Stead-Kind"

	rangeKind = ""
	forkKind  = "fork"
)

// keyEpoch is that of all keys of runs: none is changed for another.
const keyEpoch = 1

// front is what stands in a seal before the bytes of the journal: the hash, and the machine's signature.
const front = sha256.Size + ed25519.SignatureSize

// span is a message of a run's subject.
type span struct {
	seq uint64
	// place has the sequence that it follows as its epoch.
	place seal.Place
	// sealed is the content as it lies at the hub.
	sealed []byte
}

// size is how many bytes the span has, end where the line ends with it.
func (s span) size() int { return len(s.sealed) - seal.Overhead - front }

func (s span) end() int64 {
	return s.place.Offset + int64(s.size())
}

// content is what a span has when it is open.
type content struct {
	// sum is of all bytes of the journal up to the span's end.
	sum  [sha256.Size]byte
	data []byte
}

// signed is what the machine signs of a span: the hash says which bytes it has.
func (c content) signed(at seal.Place) []byte {
	text := append([]byte("stead range\x00"), at.Bytes()...)
	text = binary.BigEndian.AppendUint64(append(text, 0), uint64(len(c.data)))
	return append(text, c.sum[:]...)
}

// open opens a span of a machine. Errors: seal.ErrOpen; ErrDamaged for what the machine has not signed.
func (s span) open(key seal.Key, by member.Peer) (c content, err error) {
	plain, err := seal.Open(key, s.place, s.sealed)
	if err != nil {
		return c, fmt.Errorf("open message %d of %s: %w", s.seq, s.place.Run, err)
	}
	copy(c.sum[:], plain) // parse has seen that it is long enough
	c.data = plain[front:]
	if !by.Signed(c.signed(s.place), plain[sha256.Size:front]) {
		return content{}, fmt.Errorf("%w: its machine has not signed message %d of %s", ErrDamaged, s.seq, s.place.Run)
	}
	return c, nil
}

// fork is what a fork has: nothing. All of the line follows it, from the first byte on, so that it can be verified.
func fork() content { return content{sum: newLine().sum()} }

// writer makes the messages of a run.
type writer struct {
	subject string
	key     seal.Key
	private ed25519.PrivateKey
}

// write makes the message of a span.
func (w writer) write(at seal.Place, c content) (*nats.Msg, error) {
	plain := make([]byte, 0, front+len(c.data))
	plain = append(append(plain, c.sum[:]...), ed25519.Sign(w.private, c.signed(at))...)
	sealed, err := seal.Seal(w.key, at, append(plain, c.data...))
	if err != nil {
		return nil, err
	}
	m := &nats.Msg{Subject: w.subject, Data: sealed, Header: nats.Header{}}
	m.Header.Set(offsetHeader, strconv.FormatInt(at.Offset, 10))
	m.Header.Set(afterHeader, strconv.FormatUint(at.Epoch, 10))
	if at.Kind != rangeKind {
		m.Header.Set(kindHeader, at.Kind)
	}
	return m, nil
}

// parse reads a message of a run, whose keys have a name. Whatever the hub says of it is believed only when it opens.
func parse(name string, seq uint64, header nats.Header, data []byte) (span, error) {
	offset, wrongOffset := strconv.ParseInt(header.Get(offsetHeader), 10, 64)
	after, wrongAfter := strconv.ParseUint(header.Get(afterHeader), 10, 64)
	s := span{seq: seq, place: seal.Place{Run: name, Epoch: after, Offset: offset, Kind: header.Get(kindHeader)},
		sealed: data}
	if wrongOffset != nil || wrongAfter != nil || offset < 0 || s.size() < 0 || s.size() > largest {
		return span{seq: seq}, fmt.Errorf("%w: message %d of %s", ErrDamaged, seq, name)
	}
	return s, nil
}
