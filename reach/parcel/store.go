package parcel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// stall is how long a parcel may make no progress at all on its way to the hub or from it.
const stall = 30 * time.Second

// ahead is how many chunks of a parcel are on their way from the hub before they are read: 4 MB.
const ahead = 32

// ErrNone says that no parcel of that name lies at the hub: it was never whole there, or its time is over.
var ErrNone = errors.New("no such parcel lies at the hub")

// Store keeps parcels at the hub. The hub sees their names, sizes and times, and nothing of what they hold. The zero
// value is of no use.
type Store struct {
	objects jetstream.ObjectStore
	chunks  jetstream.Stream
	most    int64
}

// OpenStore opens the hub's store of parcels, whose bucket must be there. Most bounds the size in bytes of what is put
// and got: 16 GB when it is 0.
func OpenStore(ctx context.Context, conn *nats.Conn, most int64) (Store, error) {
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(stall))
	if err != nil {
		return Store{}, err
	}
	objects, err := layout.Ask(ctx, func(ctx context.Context) (jetstream.ObjectStore,
		error) {
		return js.ObjectStore(ctx, layout.Parcels)
	})
	if err != nil {
		return Store{}, fmt.Errorf("open the hub's store of parcels: %w", err)
	}
	chunks, err := layout.Stream(ctx, js, "OBJ_"+layout.Parcels) // as object stores name it (NATS ADR-20)
	if err != nil {
		return Store{}, fmt.Errorf("open the hub's store of parcels: %w", err)
	}
	return Store{objects: objects, chunks: chunks, most: cmp.Or(most, largest)}, nil
}

// Put seals what a source has, and stores it under a name, in the place of what that has now. The key opens it; nobody
// else has it. A parcel that does not come whole to the hub cannot be found there. Errors: ErrTooLarge, and those of
// the source and the connection.
func (s Store) Put(ctx context.Context, name string, content io.Reader) (Key, error) {
	key := newKey()
	c, err := newChunks(key, name)
	if err != nil {
		return Key{}, err
	}
	meta := jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunkSize}}
	if _, err := s.objects.Put(ctx, meta, newSealing(c, content, s.most)); err != nil {
		return Key{}, fmt.Errorf("store the parcel %s at the hub: %w", name, err)
	}
	return key, nil
}

// Get opens a parcel. What its reader returns was verified, and the reader ends with io.EOF only after all of it. It
// must be closed. Errors: ErrNone, those of the connection; the reader's are ErrSealed, ErrTooLarge and ErrStalled,
// too.
func (s Store) Get(ctx context.Context, name string, key Key) (io.ReadCloser, error) {
	got, err := s.get(ctx, name, key)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		err = ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("get the parcel %s from the hub: %w", name, err)
	}
	return got, nil
}

func (s Store) get(ctx context.Context, name string, key Key) (*got, error) {
	info, err := s.objects.GetInfo(ctx, name)
	if err != nil {
		return nil, err
	}
	c, err := newChunks(key, name)
	if err != nil {
		return nil, err
	}
	subject := "$O." + layout.Parcels + ".C." + info.NUID
	if err := s.hasAll(ctx, subject, info.Chunks); err != nil {
		return nil, err
	}
	consumer, err := s.chunks.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
	if err != nil {
		return nil, err
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(ahead))
	if err != nil {
		return nil, err
	}
	source := &arrival{ctx: ctx, messages: messages, left: info.Chunks}
	return &got{opening: newOpening(c, source, s.most), messages: messages}, nil
}

// hasAll fails unless the hub has so many chunks. A store that has put everything, and whose connection breaks before
// it hears so, takes the chunks back and leaves the object (nats.go 1.55.0); and chunks have their time, too. The error
// is ErrNone, or the connection's.
func (s Store) hasAll(ctx context.Context, subject string, chunks uint32) error {
	info, err := s.chunks.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return err
	}
	if info.State.Subjects[subject] != uint64(chunks) {
		return ErrNone
	}
	return nil
}

// ErrStalled says that the hub has not sent on what it said it has.
var ErrStalled = errors.New("the hub does not send the rest of the parcel")

// arrival reads the chunks of a parcel as they come. The store's own reader does not end with its context while it
// waits (nats.go 1.55.0).
type arrival struct {
	ctx      context.Context
	messages jetstream.MessagesContext
	left     uint32
	rest     []byte
}

// Read implements io.Reader.
func (a *arrival) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.left == 0 {
			return 0, io.EOF
		}
		message, err := a.next()
		if err != nil {
			return 0, err
		}
		a.left--
		a.rest = message.Data()
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

func (a *arrival) next() (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeoutCause(a.ctx, stall, ErrStalled)
	defer cancel()
	message, err := a.messages.Next(jetstream.NextContext(ctx))
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return message, err
}

// got is a parcel on its way from the hub.
type got struct {
	*opening
	messages jetstream.MessagesContext
}

// Close ends the way.
func (g *got) Close() error {
	g.messages.Stop()
	return nil
}
