package summaries

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/seal"
)

// kind is the same for all sessions and runs, so that the hub does not see of which CLI one is, nor which is a run.
const kind = "session"

// keyName is the name of the keys of a machine's summaries: another machine that gets the same name has others.
func keyName(of member.Peer) string { return seal.SummariesName(of.Key) }

// nameBytes is how many bytes of a hash name a session or a run at the hub.
const nameBytes = 16

// nameOf is how a session is called at the hub, which does not learn its id by that.
func nameOf(m member.Member, cli, id string) string {
	return hashed(m, "stead summary\x00"+cli+"\x00"+id)
}

// nameOfRun is how a run is called at the hub. No session is called so, as no text begins as its text does.
func nameOfRun(m member.Member, id string) string { return hashed(m, "stead summary of a run\x00"+id) }

func hashed(m member.Member, text string) string {
	hash := hmac.New(sha256.New, []byte(m.Seed))
	hash.Write([]byte(text)) // a hash returns no error
	return hex.EncodeToString(hash.Sum(nil)[:nameBytes])
}

// message is a summary as it lies at the hub.
type message struct {
	// name is that of the session or run at the hub, sequence where the message stands in the stream.
	name     string
	sequence uint64
	// epoch is that of the key. Of two versions of a summary the greater one is the newer one.
	epoch   uint64
	version int64
	// sealed is the row as JSON, or nothing for a session or run that is gone.
	sealed []byte
}

// headBytes are epoch and version, in front of what is sealed. No message is larger than that of the largest row.
const (
	headBytes      = 16
	largestMessage = headBytes + largestRow + seal.Overhead
)

// errMessage says that a message is no summary of its machine: somebody else has put it there, or it is damaged.
var errMessage = errors.New("a message that is no summary")

// parse reads a message of a machine. Where it is no summary, the sequence is there all the same.
func parse(of member.Peer, m *nats.Msg) (read message, err error) {
	if read.sequence, err = link.Sequence(m); err != nil {
		return read, fmt.Errorf("read the hub's answer: %w", err)
	}
	prefix, name, _ := cutLast(link.Subject(m))
	if raw, err := hex.DecodeString(name); err != nil || len(raw) != nameBytes ||
		prefix+"."+name != layout.SummarySubject(of.Name, kind, name) {
		return read, errMessage
	}
	if len(m.Data) < headBytes || len(m.Data) > largestMessage {
		return read, errMessage
	}
	read.name, read.sealed = name, m.Data[headBytes:]
	read.epoch, read.version = binary.BigEndian.Uint64(m.Data), int64(binary.BigEndian.Uint64(m.Data[8:]))
	return read, nil
}

func cutLast(subject string) (before, last string, ok bool) {
	at := strings.LastIndexByte(subject, '.')
	if at < 0 {
		return "", subject, false
	}
	return subject[:at], subject[at+1:], true
}

// place is where a message belongs: it opens as no other session's or run's, and as no other version.
func (m message) place(of member.Peer) seal.Place {
	return seal.Place{Run: keyName(of), Epoch: m.epoch, Offset: m.version,
		Kind: layout.SummarySubject(of.Name, kind, m.name)}
}

// sealedFor returns the message for a row, or of no row for what is gone.
func (m message) sealedFor(of member.Peer, key seal.Key, row []byte) (*nats.Msg, error) {
	sealed, err := seal.Seal(key, m.place(of), row)
	if err != nil {
		return nil, err
	}
	data := binary.BigEndian.AppendUint64(make([]byte, 0, headBytes+len(sealed)), m.epoch)
	data = append(binary.BigEndian.AppendUint64(data, uint64(m.version)), sealed...)
	return &nats.Msg{Subject: layout.SummarySubject(of.Name, kind, m.name), Data: data}, nil
}

// opener opens the messages of one machine.
type opener struct {
	keys *seal.Keyring
	of   member.Peer
	// unknown are epochs that have no key which counts: they are asked for once.
	unknown map[uint64]bool
}

func newOpener(keys *seal.Keyring, of member.Peer) opener { return opener{keys, of, map[uint64]bool{}} }

// open returns the row of a message. Errors: errMessage, for what does not count; those of the hub, and of a key that
// nobody has wrapped for this machine yet.
func (o opener) open(ctx context.Context, m message) (row []byte, err error) {
	if o.unknown[m.epoch] {
		return nil, errMessage
	}
	key, err := o.keys.Get(ctx, keyName(o.of), m.epoch)
	if errors.Is(err, seal.ErrNoKey) || errors.Is(err, seal.ErrForeign) {
		o.unknown[m.epoch] = true
		return nil, errMessage
	}
	if err != nil {
		return nil, err
	}
	if row, err = seal.Open(key, m.place(o.of), m.sealed); err != nil {
		return nil, errMessage
	}
	return row, nil
}
