package worker

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/member"
	"stead/reach/parcel"
	"stead/reach/queue"
	"stead/reach/seal"
)

// Access is this machine's access to the queue. All fields must be set.
type Access struct {
	Conn *nats.Conn
	JS   jetstream.JetStream
	Self member.Member
	// Trust finds the machine of a public nkey among those that have joined.
	Trust queue.Trust
	Keys  *seal.Keyring
}

// Order is what a job has to be done. The hub sees nothing of it.
type Order struct {
	// Args are those behind the verb run.
	Args []string `json:"args"`
	// From is the machine that has put it.
	From string `json:"from,omitempty"`
	// Key opens the parcel.
	Key []byte `json:"key"`
}

// prefix begins the ids of jobs: it tells them from those of runs.
const prefix = "job-"

// NewID makes the id of a job.
func NewID() string {
	var random [6]byte
	_, _ = rand.Read(random[:]) // it never fails
	return prefix + hex.EncodeToString(random[:])
}

// IsID reports whether a text is the id of a job, and not of a run.
func IsID(text string) bool { return strings.HasPrefix(text, prefix) }

// Keys of orders have one epoch: nobody seals an order again.
const epoch = 1

// kind tells an order from other contents that a key seals.
const kind = "order"

// Send puts a parcel at the hub, and then a job that waits for a machine to take it. The job's ID names both; its
// Parcel and Work are filled in. Args are those behind the verb run. Errors: those of the content, the hub, and a job
// that is out of bounds.
func (a Access) Send(ctx context.Context, job queue.Job, args []string, content io.Reader) error {
	if err := job.Check(); err != nil {
		return err // before all is sent for nothing
	}
	store, err := parcel.OpenStore(ctx, a.Conn, 0)
	if err != nil {
		return err
	}
	opens, err := store.Put(ctx, job.ID, content)
	if err != nil {
		return err
	}
	key, err := a.Keys.Make(ctx, job.ID, epoch)
	if err != nil {
		return fmt.Errorf("make the key of the job: %w", err)
	}
	job.Parcel = job.ID
	if job.Work, err = (Order{Args: args, From: a.Self.Name, Key: opens[:]}).seal(key, job.ID); err != nil {
		return err
	}
	return queue.Put(ctx, a.JS, a.Self, job)
}

func (o Order) seal(key seal.Key, job string) (json.RawMessage, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	sealed, err := seal.Seal(key, seal.Place{Run: job, Epoch: epoch, Kind: kind}, text)
	if err != nil {
		return nil, fmt.Errorf("seal the job: %w", err)
	}
	return json.Marshal(sealed)
}

// errOrder says that a job's order cannot be read.
var errOrder = errors.New("the job's order is damaged")

// order opens what a job has to be done.
func (a Access) order(ctx context.Context, job queue.Job) (o Order, err error) {
	key, err := a.Keys.Get(ctx, job.ID, epoch)
	if err != nil {
		return o, err
	}
	var sealed []byte
	if err := json.Unmarshal(job.Work, &sealed); err != nil {
		return o, fmt.Errorf("%w: %w", errOrder, err)
	}
	text, err := seal.Open(key, seal.Place{Run: job.ID, Epoch: epoch, Kind: kind}, sealed)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err == nil && len(o.Key) != len(parcel.Key{}) {
		err = errors.New("its key has another length")
	}
	if err != nil {
		return o, fmt.Errorf("%w: %w", errOrder, err)
	}
	return o, nil
}
