package tenure

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
)

// Word is what a machine has said of a job or a run.
type Word struct {
	// By is the machine. It is filled in by [Book.Read].
	By member.Peer `json:"-"`
	// Kind is what it says. Each kind of claim has its own.
	Kind string `json:"kind"`
	// Text is what else it says.
	Text []byte `json:"text,omitempty"`
}

// Book is the book of a user's machines. All fields must be set.
type Book struct {
	JS   jetstream.JetStream
	Self member.Member
	// Trust finds the machine of a public nkey among those that have joined.
	Trust func(key string) (member.Peer, bool)
}

// ErrClaimed says that somebody else has said something meanwhile: read again.
var ErrClaimed = errors.New("another machine has claimed it meanwhile")

// errUnknown says that a machine has claimed something of which this one has not heard yet.
var errUnknown = errors.New("a machine that is not known here yet has claimed it")

const (
	// patience is for how long an answer of the hub is waited for.
	patience = 5 * time.Second
	// behind is for how long the list of machines may not know one that has joined. A word of an unknown machine that is
	// older counts for nothing.
	behind = time.Minute
	// largest is how many bytes a word has at most.
	largest = 8 << 10
)

// The headers by which a word proves who has said it.
const (
	fromKey   = "Stead-From"
	signature = "Stead-Signature"
)

func (b Book) subject(about string) string { return layout.ClaimSubject(b.Self.User, about) }

// signed is what is signed of a word: it is about nothing else.
func signed(subject string, content []byte) []byte {
	return append([]byte("stead claim\n"+subject+"\n"), content...)
}

// Read returns what machines have said of something, in the order of the hub, and the sequence of the last message.
// What no machine of the user has signed is passed over. Errors: those of the hub; one that says that a machine is not
// known here yet.
func (b Book) Read(ctx context.Context, about string) (words []Word, last uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	stream, err := layout.Stream(ctx, b.JS, layout.Claims)
	if err != nil {
		return nil, 0, fmt.Errorf("read who has claimed %s: %w", about, err)
	}
	for {
		m, err := stream.GetMsg(ctx, last+1, jetstream.WithGetMsgSubject(b.subject(about)))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return words, last, nil
		}
		if err != nil {
			return nil, 0, fmt.Errorf("read who has claimed %s: %w", about, err)
		}
		last = m.Sequence
		w, isWord, err := b.parse(m)
		if err != nil {
			return nil, 0, err
		}
		if isWord {
			words = append(words, w)
		}
	}
}

// parse reads a word. IsWord is false for what counts for nothing.
func (b Book) parse(m *jetstream.RawStreamMsg) (w Word, isWord bool, err error) {
	key := m.Header.Get(fromKey)
	by, known := b.Trust(key)
	// what this machine has said before it joined again is its word, too
	if key == b.Self.Key || slices.Contains(b.Self.Former, key) {
		by, known = b.Self.Peer, true
	}
	signer := by
	signer.Key = key
	mark, _ := base64.StdEncoding.DecodeString(m.Header.Get(signature))
	if len(m.Data) > largest || !signer.Signed(signed(m.Subject, m.Data), mark) || json.Unmarshal(m.Data, &w) != nil {
		return w, false, nil
	}
	if !known && time.Since(m.Time) < behind {
		return w, false, errUnknown
	}
	w.By = by
	return w, known && by.User == b.Self.User, nil
}

// Say says something in this machine's name, if the last message of what it is about is the one with that sequence: 0
// for none. Errors: ErrChanged; those of the hub, after which the word may stand there all the same.
func (b Book) Say(ctx context.Context, about string, w Word, last uint64) error {
	return b.say(ctx, about, w, jetstream.WithExpectLastSequencePerSubject(last))
}

// Add is [Book.Say], whatever others have said.
func (b Book) Add(ctx context.Context, about string, w Word) error { return b.say(ctx, about, w) }

func (b Book) say(ctx context.Context, about string, w Word, o ...jetstream.PublishOpt) error {
	content, err := json.Marshal(w)
	if err != nil {
		return err
	}
	mark, err := b.Self.Sign(signed(b.subject(about), content))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err = b.JS.PublishMsg(ctx, &nats.Msg{Subject: b.subject(about), Data: content, Header: nats.Header{
		fromKey: {b.Self.Key}, signature: {base64.StdEncoding.EncodeToString(mark)},
	}}, o...)
	if layout.IsConflict(err) {
		return ErrClaimed
	}
	if err != nil {
		return fmt.Errorf("claim %s: %w", about, err)
	}
	return nil
}
