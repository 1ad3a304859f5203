package layout

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Limits bound what is kept at the hub.
type Limits struct {
	// Store is how many bytes all streams and buckets may take together.
	Store int64
	// Age is for how long a run's journal is kept after an entry. 0 is for ever.
	Age time.Duration
	// Replicas is how many servers of a cluster keep everything: 1, 3 or 5.
	Replicas int
}

// DefaultLimits suit the machines of one person.
func DefaultLimits() Limits { return Limits{Store: 16 << 30, Age: 90 * 24 * time.Hour, Replicas: 1} }

// What no limit of a user's changes.
const (
	// parcelAge is for how long something that travels is kept: it also removes uploads that were cut.
	parcelAge = 7 * 24 * time.Hour
	// auditAge is for how long it is known who did what.
	auditAge = 365 * 24 * time.Hour
	// claimAge is for how long claims stand: longer than any job, and any journal of a run.
	claimAge = 180 * 24 * time.Hour
	// markerAge is for how long followers can see that a lease has ended.
	markerAge = time.Minute
	// window is the shortest that servers accept: publishers are fenced by sequences and use no ids, which would cost
	// memory.
	window = 100 * time.Millisecond
)

// Make makes the streams and buckets that are missing, and updates those that differ. The error names the one that
// failed.
func Make(ctx context.Context, js jetstream.JetStream, l Limits) error {
	for _, s := range streams(l) {
		if _, err := js.CreateOrUpdateStream(ctx, s); err != nil {
			return fmt.Errorf("make the stream %s: %w", s.Name, err)
		}
	}
	leases := jetstream.KeyValueConfig{
		Bucket: Leases, LimitMarkerTTL: markerAge, Storage: jetstream.FileStorage, Replicas: l.Replicas, History: 1,
		MaxBytes: l.Store / 64,
	}
	if _, err := js.CreateOrUpdateKeyValue(ctx, leases); err != nil {
		return fmt.Errorf("make the bucket %s: %w", leases.Bucket, err)
	}
	parcels := jetstream.ObjectStoreConfig{Bucket: Parcels, TTL: parcelAge, MaxBytes: l.Store / 4,
		Storage: jetstream.FileStorage, Replicas: l.Replicas}
	if _, err := js.CreateOrUpdateObjectStore(ctx, parcels); err != nil {
		return fmt.Errorf("make the object store %s: %w", parcels.Bucket, err)
	}
	return nil
}

// streams are the streams. All have a largest size: a full disk stops JetStream as a whole (nats-server 7654). The
// shares of all streams and buckets are less than one.
func streams(l Limits) []jetstream.StreamConfig {
	all := []jetstream.StreamConfig{
		{Name: Runs, Subjects: []string{"stead.run.*.*.*"}, MaxBytes: l.Store / 2, MaxAge: l.Age, AllowDirect: true,
			DenyDelete: true},
		{Name: Summaries, Subjects: []string{"stead.cat.*.*.*"}, MaxBytes: l.Store / 16, MaxMsgsPerSubject: 1,
			AllowDirect: true, DenyDelete: true},
		{Name: Claims, Subjects: []string{"stead.claim.*.*"}, MaxBytes: l.Store / 64, MaxMsgSize: 16 << 10,
			MaxAge: claimAge, Discard: jetstream.DiscardNew, DenyDelete: true, DenyPurge: true},
		{Name: Queue, Subjects: []string{"stead.queue.*.*.*"}, MaxBytes: l.Store / 64, Retention: jetstream.WorkQueuePolicy,
			Discard: jetstream.DiscardNew, AllowDirect: true},
		{Name: Audit, Subjects: []string{"stead.audit.*.*"}, MaxBytes: l.Store / 32, MaxMsgSize: 8 << 10, MaxAge: auditAge,
			DenyDelete: true, DenyPurge: true},
		bucket(Keys, l), bucket(Machines, l),
	}
	for i := range all {
		all[i].Storage, all[i].Replicas, all[i].Duplicates = jetstream.FileStorage, l.Replicas, window
	}
	return all
}

// bucket is a bucket as the client's key-value store makes it (ADR-8 of nats-architecture-and-design), but that no
// message takes others away: one with a header of that kind, put there as an answer, could empty it. Nor is it read by
// direct gets: the client takes their sequence from the first header of that name, which a message that is an answer
// itself has brought along (nats.go 1.55.0).
func bucket(name string, l Limits) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: "KV_" + name, Subjects: []string{"$KV." + name + ".>"}, MaxBytes: l.Store / 64, MaxMsgsPerSubject: 1,
		Discard:    jetstream.DiscardNew,
		DenyDelete: true,
	}
}
