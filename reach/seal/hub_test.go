package seal_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/seal"
)

// errHub is what a hub says that is out of order. It is one of its own errors, like those of a full disk.
var errHub error = &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "maximum bytes exceeded"}

// troubled is a hub where something may happen before and after each call: open, list, get, create, update. An error is
// what the call returns.
type troubled struct {
	jetstream.JetStream
	before, after func(call string) error
}

type troubledBucket struct {
	jetstream.KeyValue
	hub troubled
}

func call[T any](h troubled, name string, do func() (T, error)) (T, error) {
	var none T
	if h.before != nil {
		if err := h.before(name); err != nil {
			return none, err
		}
	}
	result, err := do()
	if h.after != nil {
		if err := h.after(name); err != nil {
			return none, err
		}
	}
	return result, err
}

func (h troubled) KeyValue(ctx context.Context, name string) (jetstream.KeyValue, error) {
	return call(h, "open", func() (jetstream.KeyValue, error) {
		bucket, err := h.JetStream.KeyValue(ctx, name)
		return troubledBucket{bucket, h}, err
	})
}

func (b troubledBucket) ListKeys(ctx context.Context, options ...jetstream.WatchOpt) (jetstream.KeyLister, error) {
	return call(b.hub, "list", func() (jetstream.KeyLister, error) { return b.KeyValue.ListKeys(ctx, options...) })
}

func (b troubledBucket) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	return call(b.hub, "get", func() (jetstream.KeyValueEntry, error) { return b.KeyValue.Get(ctx, key) })
}

func (b troubledBucket) Create(ctx context.Context, key string, value []byte,
	options ...jetstream.KVCreateOpt) (uint64, error) {
	return call(b.hub, "create", func() (uint64, error) { return b.KeyValue.Create(ctx, key, value, options...) })
}

func (b troubledBucket) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	return call(b.hub, "update", func() (uint64, error) { return b.KeyValue.Update(ctx, key, value, revision) })
}

// fails has a call fail.
func fails(at string, err error) func(string) error {
	return func(call string) error {
		if call == at {
			return err
		}
		return nil
	}
}

// once has something happen at a call, the first time.
func once(at string, do func() error) func(string) error {
	return func(call string) error {
		if call != at || do == nil {
			return nil
		}
		now := do
		do = nil
		return now()
	}
}

// troubledRing is [team.ring] at a hub in trouble.
func (w *team) troubledRing(i int, before, after func(string) error, knows ...int) *seal.Keyring {
	return seal.NewKeyring(troubled{w.js, before, after}, w.members[i],
		func() []member.Peer { return w.peers(knows...) }, w.folders[i])
}

// key is the place of a key of the run r.1 in the bucket.
func key(epoch string) string { return "ann.=." + layout.Token("r.1") + "." + epoch }

func keyOf(machine, run string) string { return layout.KeyOf("ann", machine, layout.Token(run)+".1") }

func (w *team) bucket(t *testing.T) jetstream.KeyValue {
	t.Helper()
	bucket, err := w.js.KeyValue(t.Context(), layout.Keys)
	if err != nil {
		t.Fatal(err)
	}
	return bucket
}

// lying returns what lies at a place of the bucket.
func (w *team) lying(t *testing.T, at string) []byte {
	t.Helper()
	e, err := w.bucket(t).Get(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	return e.Value()
}

// lay puts something into the bucket, as the hub may.
func (w *team) lay(t *testing.T, at string, content []byte) {
	t.Helper()
	if _, err := w.bucket(t).Put(t.Context(), at, content); err != nil {
		t.Fatal(err)
	}
}

func (w *team) lose(t *testing.T, at string) {
	t.Helper()
	if err := w.bucket(t).Purge(t.Context(), at); err != nil {
		t.Fatal(err)
	}
}

// act is something that is done with a keyring.
type act func(context.Context, *seal.Keyring) error

func makes(ctx context.Context, k *seal.Keyring) error {
	_, err := k.Make(ctx, "r.1", 1)
	return err
}

func gets(ctx context.Context, k *seal.Keyring) error {
	_, err := k.Get(ctx, "r.1", 1)
	return err
}

func rewraps(ctx context.Context, k *seal.Keyring) error {
	_, err := k.Rewrap(ctx, nil)
	return err
}

func restores(ctx context.Context, k *seal.Keyring) error { return k.Restore(ctx) }

func destroys(ctx context.Context, k *seal.Keyring) error { return k.Remove(ctx, "r.1") }

// Nobody may take a hub that fails for one that has no key, or that has taken one.
func TestWhatTheHubRefusesIsAnErrorAndCanBeRepeated(t *testing.T) {
	w := newTeam(t, 2)
	begun := func() { made(t, w.ring(0, 0, 1), 1) }
	lost := func() { begun(); w.lose(t, key("1")) }
	for _, c := range []struct {
		name  string
		given func()
		who   int
		act   act
		calls []string
	}{
		{"a new key", func() {}, 0, makes, []string{"open", "get", "create"}},
		{"a key that is there", begun, 0, makes, []string{"open", "get"}},
		{"a key that the hub has lost", lost, 0, makes, []string{"create"}},
		{"another machine's key", begun, 1, gets, []string{"open", "get"}},
		{"keys to wrap", begun, 1, rewraps, []string{"open", "list", "get", "update"}},
		{"keys to put back", lost, 0, restores, []string{"open", "list", "create"}},
		{"a run to remove", begun, 0, destroys, []string{"open", "get", "update"}},
		{"a run to remove that the hub has lost", lost, 0, destroys, []string{"create"}},
	} {
		for _, at := range c.calls {
			w.folders[0] = t.TempDir()
			w.lose(t, key("1"))
			c.given()
			if err := c.act(t.Context(), w.troubledRing(c.who, fails(at, errHub), nil, 0, 1)); !errors.Is(err, errHub) ||
				err.Error() == errHub.Error() {
				t.Errorf("%s, %s: %v", c.name, at, err)
			}
			if err := c.act(t.Context(), w.ring(c.who, 0, 1)); err != nil {
				t.Errorf("%s, after the trouble with %s: %v", c.name, at, err)
			}
		}
	}
}

func TestAKeyIsTheSameAfterTheHubDidNotAnswer(t *testing.T) {
	w := newTeam(t, 2)
	for name, trouble := range map[string]func(string) error{
		"no answer":                    fails("create", errHub),
		"an answer of the second time": fails("create", jetstream.ErrKeyExists),
	} {
		w.folders[0] = t.TempDir()
		w.lose(t, key("1"))
		_, err := w.troubledRing(0, nil, trouble, 0, 1).Make(t.Context(), "r.1", 1)
		if isTaken := errors.Is(err, seal.ErrTaken); isTaken || err != nil && !errors.Is(err, errHub) {
			t.Errorf("%s: %v", name, err)
		}
		mine := made(t, w.ring(0, 0, 1), 1)
		if got, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1); err != nil || got != mine {
			t.Errorf("%s: two keys are in use: %v", name, err)
		}
	}
}

// The hub has the key and says that one is there, then it says nothing any more.
func TestAKeyThatMayBeAtTheHubIsKept(t *testing.T) {
	w := newTeam(t, 2)
	isCreated := false
	before := func(call string) error {
		if call == "get" && isCreated {
			return errHub
		}
		return nil
	}
	after := once("create", func() error {
		isCreated = true
		return jetstream.ErrKeyExists
	})
	if _, err := w.troubledRing(0, before, after, 0, 1).Make(t.Context(), "r.1", 1); !errors.Is(err, errHub) {
		t.Errorf("who has made it is known: %v", err)
	}
	mine := made(t, w.ring(0, 0, 1), 1)
	if got, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1); err != nil || got != mine {
		t.Errorf("the other machine has another key: %v", err)
	}
}

func TestOfTwoMachinesThatBeginAtOnceOneHasTheKey(t *testing.T) {
	w := newTeam(t, 2)
	var theirs seal.Key
	meanwhile := once("create", func() error { theirs = made(t, w.ring(1, 0, 1), 1); return nil })
	late := w.troubledRing(0, meanwhile, nil, 0, 1)
	if _, err := late.Make(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrTaken) {
		t.Errorf("both have made it: %v", err)
	}
	if got, err := late.Get(t.Context(), "r.1", 1); err != nil || got != theirs {
		t.Errorf("the late one does not read what the other seals: %v", err)
	}
	if mine, err := late.Made(); err != nil || len(mine) != 0 {
		t.Errorf("the late one has made %v: %v", mine, err)
	}
}

func TestAKnownKeyOpensWhileTheHubIsAway(t *testing.T) {
	w := newTeam(t, 2)
	isAway := false
	away := func(string) error {
		if isAway {
			return errHub
		}
		return nil
	}
	maker, reader := w.troubledRing(0, away, nil, 0, 1), w.troubledRing(1, away, nil, 0, 1)
	want := made(t, maker, 1)
	if err := gets(t.Context(), reader); err != nil {
		t.Fatal(err)
	}
	isAway = true
	opens := func(name string, k *seal.Keyring) {
		t.Helper()
		if got, err := k.Get(t.Context(), "r.1", 1); err != nil || got != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	opens("who has read it", reader)
	opens("its maker after a restart", w.troubledRing(0, away, nil, 0, 1))
	if err := os.RemoveAll(w.drawer(0)); err != nil {
		t.Fatal(err)
	}
	opens("its maker", maker)
}

// calls counts the calls of a kind.
func calls(of string, count *int) func(string) error {
	return func(call string) error {
		if call == of {
			*count++
		}
		return nil
	}
}

// A hub that fails is asked once: who calls tries again when it is time.
func TestNothingIsAskedOfTheHubInVain(t *testing.T) {
	w := newTeam(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	made(t, w.ring(0, 0, 1), 2)
	w.lose(t, key("2"))
	count := 0
	for _, c := range []struct {
		name, call string
		answer     error
		act        act
		want       int
	}{
		{"two keys of which one is lost, to put back", "create", nil, restores, 1},
		{"two keys to wrap", "update", nil, func(ctx context.Context, k *seal.Keyring) error {
			_, err := k.Rewrap(ctx, w.peers(0, 1))
			return err
		}, 2},
		{"keys to wrap, which fails", "update", errHub, rewraps, 1},
		{"a run to remove, which fails", "update", errHub, destroys, 1},
		{"a run to remove that another machine has made", "open", nil,
			func(ctx context.Context, k *seal.Keyring) error { return k.Remove(ctx, "r.2") }, 0},
	} {
		count = 0
		if err := c.act(t.Context(), w.troubledRing(0, calls(c.call, &count), fails(c.call, c.answer), 0, 1)); !errors.Is(
			err, c.answer) || count != c.want {
			t.Errorf("%s: asked %d times: %v", c.name, count, err)
		}
	}
}
