package replica

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"

	"stead/reach/seal"
)

// largest is how many bytes of a journal one message has at most: a quarter of what servers take.
const largest = 256 << 10

// The headers of a message, and the kinds.
const (
	epochHeader  = "Stead-Epoch"
	offsetHeader = "Stead-Offset"
	kindHeader   = "Stead-Kind"

	rangeKind = ""
	forkKind  = "fork"
)

// span is a message of a run's subject.
type span struct {
	seq   uint64
	place seal.Place
	// sealed is the content as it lies at the hub.
	sealed []byte
}

// size is how many bytes the span has, end where the line ends with it.
func (s span) size() int { return len(s.sealed) - seal.Overhead - sha256.Size }

func (s span) end() int64 {
	if s.place.Kind == forkKind {
		return s.place.Offset
	}
	return s.place.Offset + int64(s.size())
}

// content is what a span has when it is open.
type content struct {
	// sum is of all bytes of the journal up to the span's end.
	sum  [sha256.Size]byte
	data []byte
}

func (s span) open(key seal.Key) (c content, err error) {
	plain, err := seal.Open(key, s.place, s.sealed)
	if err != nil {
		return c, fmt.Errorf("open message %d of run %s: %w", s.seq, s.place.Run, err)
	}
	copy(c.sum[:], plain) // parse has seen that it is long enough
	c.data = plain[sha256.Size:]
	return c, nil
}

// fork is what a fork has: up to which byte the line is as it was. All of the line follows it, from the first byte on, so that followers can verify it.
func fork(common int64) content {
	return content{sum: newLine().sum(), data: binary.BigEndian.AppendUint64(nil, uint64(common))}
}

func commonOf(s span, c content) (int64, error) {
	if s.place.Offset != 0 || len(c.data) != 8 || int64(binary.BigEndian.Uint64(c.data)) < 0 {
		return 0, fmt.Errorf("%w: message %d of run %s is no fork", ErrDamaged, s.seq, s.place.Run)
	}
	return int64(binary.BigEndian.Uint64(c.data)), nil
}

// write makes the message of a span.
func write(subject string, key seal.Key, at seal.Place, c content) (*nats.Msg, error) {
	sealed, err := seal.Seal(key, at, append(c.sum[:], c.data...))
	if err != nil {
		return nil, err
	}
	m := &nats.Msg{Subject: subject, Data: sealed, Header: nats.Header{}}
	m.Header.Set(epochHeader, strconv.FormatUint(at.Epoch, 10))
	m.Header.Set(offsetHeader, strconv.FormatInt(at.Offset, 10))
	if at.Kind != rangeKind {
		m.Header.Set(kindHeader, at.Kind)
	}
	return m, nil
}

// parse reads a message of a run. Whatever the hub says of it is believed only when it opens.
func parse(run string, seq uint64, header nats.Header, data []byte) (span, error) {
	epoch, wrongEpoch := strconv.ParseUint(header.Get(epochHeader), 10, 64)
	offset, wrongOffset := strconv.ParseInt(header.Get(offsetHeader), 10, 64)
	s := span{seq: seq, place: seal.Place{Run: run, Epoch: epoch, Offset: offset, Kind: header.Get(kindHeader)}, sealed: data}
	if wrongEpoch != nil || wrongOffset != nil || offset < 0 || s.size() < 0 || s.size() > largest {
		return span{}, fmt.Errorf("%w: message %d of run %s", ErrDamaged, seq, run)
	}
	return s, nil
}
