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

// stall is how long the transfer of a parcel may make no progress.
const stall = 30 * time.Second

// ahead is how many chunks of a parcel are requested from the hub before they are read: 4 MB.
const ahead = 32

// ErrNone says that there is no parcel of that name at the hub: it was never complete there, or it has expired.
var ErrNone = errors.New("no such parcel lies at the hub")

// Store keeps parcels at the hub. The hub sees their names, sizes and times, and nothing of their content. The zero
// value is not usable.
type Store struct {
	objects jetstream.ObjectStore
	chunks  jetstream.Stream
	most    int64
}

// OpenStore opens the hub's store of parcels, whose bucket must exist. Most is the maximum size in bytes of a parcel in
// both directions; 0 means 16 GB.
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
	chunks, err := layout.Stream(ctx, js, "OBJ_"+layout.Parcels) // the name that object stores give it (NATS ADR-20)
	if err != nil {
		return Store{}, fmt.Errorf("open the hub's store of parcels: %w", err)
	}
	return Store{objects: objects, chunks: chunks, most: cmp.Or(most, largest)}, nil
}

// Put seals the content of a source, and stores it under a name, in place of the parcel that has the name now. Only the
// returned key opens it. A parcel that does not reach the hub completely cannot be found there. Errors: ErrTooLarge,
// and those of the source and the connection.
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

// Get opens a parcel. Its reader returns only verified data, and io.EOF only after all of it. The caller must close the
// reader. Errors: ErrNone, those of the connection; the reader also returns ErrSealed, ErrTooLarge and ErrStalled.
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

// hasAll fails unless the hub has the given number of chunks. A store whose connection breaks after it has put
// everything, but before it learns so, removes the chunks and leaves the object (nats.go 1.55.0). Chunks also expire.
// The error is ErrNone, or the connection's.
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

// ErrStalled says that the hub has stopped sending a parcel that it has.
var ErrStalled = errors.New("the hub does not send the rest of the parcel")

// arrival reads the chunks of a parcel as they come. It exists because the store's own reader does not end with its
// context while it waits (nats.go 1.55.0).
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

// got is a parcel that is being read from the hub.
type got struct {
	*opening
	messages jetstream.MessagesContext
}

// Close ends the transfer.
func (g *got) Close() error {
	g.messages.Stop()
	return nil
}
