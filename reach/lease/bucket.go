package lease

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// bucket is the bucket of leases. The key-value interface of the client does not do: its updates drop the time that a
// key has to live (nats-server issue 6959), and its readings may come from a replica that lags.
type bucket struct{ js jetstream.JetStream }

// markerLife is for how long the hub tells watchers that a key has ended.
const markerLife = time.Minute

// patience is for how long an answer of the hub is waited for. A request that was written just before a connection
// broke never gets one.
const patience = 5 * time.Second

// These headers are the protocol of the client's key-value store (ADR-8 and ADR-48 of nats-architecture-and-design).
const (
	operation    = "KV-Operation"
	markerReason = "Nats-Marker-Reason"
	rollup       = "Nats-Rollup"
)

func subject(key string) string { return "$KV." + layout.Leases + "." + key }

// put writes a key for as long as ttl, for ever with 0, if its last message is the one with that sequence.
func (b bucket) put(ctx context.Context, key string, value []byte, ttl time.Duration, last uint64) (uint64, error) {
	return b.publish(ctx, &nats.Msg{Subject: subject(key), Data: value}, ttl,
		jetstream.WithExpectLastSequencePerSubject(last))
}

// set writes a key, whatever is there.
func (b bucket) set(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	_, err := b.publish(ctx, &nats.Msg{Subject: subject(key), Data: value}, ttl)
	return err
}

// end ends a key. What tells of it is a purge, after which the hub puts no marker of its own.
func (b bucket) end(ctx context.Context, key string, more ...jetstream.PublishOpt) error {
	m := &nats.Msg{Subject: subject(key), Header: nats.Header{operation: {"PURGE"}, rollup: {"sub"}}}
	_, err := b.publish(ctx, m, markerLife, more...)
	return err
}

func (b bucket) publish(ctx context.Context, m *nats.Msg, ttl time.Duration,
	more ...jetstream.PublishOpt) (uint64, error) {
	if ttl > 0 {
		more = append(more, jetstream.WithMsgTTL(ttl))
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ack, err := b.js.PublishMsg(ctx, m, more...)
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// message is the last one of a key. Its sequence is 0 where there is none.
type message struct {
	Sequence uint64      `json:"seq"`
	Time     time.Time   `json:"time"`
	Data     []byte      `json:"data"`
	Raw      []byte      `json:"hdrs"`
	header   nats.Header // read from Raw
}

// expired reports whether the hub has ended the key because its time was over, deleted whether anybody has.
func (m message) expired() bool { return m.header.Get(markerReason) == "MaxAge" }
func (m message) deleted() bool { return m.header.Get(operation) != "" && !m.expired() }

// last asks the leader of the bucket, which knows best.
func (b bucket) last(ctx context.Context, key string) (message, error) {
	request, err := json.Marshal(map[string]string{"last_by_subj": subject(key)})
	if err != nil {
		return message{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := b.js.Conn().RequestWithContext(ctx, b.api("STREAM.MSG.GET.KV_"+layout.Leases), request)
	if err != nil {
		return message{}, err
	}
	var got struct {
		Message message             `json:"message"`
		Error   *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(answer.Data, &got); err != nil {
		return message{}, fmt.Errorf("read the hub's answer: %w", err)
	}
	switch {
	case got.Error != nil && got.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return message{}, nil
	case got.Error != nil:
		return message{}, got.Error
	case len(got.Message.Raw) > 0:
		got.Message.header, err = nats.DecodeHeadersMsg(got.Message.Raw)
	}
	return got.Message, err
}

func (b bucket) api(verb string) string {
	prefix := b.js.Options().APIPrefix
	if prefix == "" {
		prefix = jetstream.DefaultAPIPrefix
	}
	return prefix + verb
}
