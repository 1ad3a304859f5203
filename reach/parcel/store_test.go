package parcel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"pgregory.net/rapid"

	"stead/internal/testkit/resources"
	"stead/reach/layout"
	"stead/reach/parcel"
)

// hub is a server with the bucket of parcels, and a connection to it.
type hub struct {
	conn    *nats.Conn
	address string
	objects jetstream.ObjectStore
}

func newHub(t testing.TB) hub {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(),
		NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	conn, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	objects, err := js.CreateObjectStore(t.Context(), jetstream.ObjectStoreConfig{Bucket: layout.Parcels})
	if err != nil {
		t.Fatal(err)
	}
	return hub{conn, s.Addr().String(), objects}
}

func (h hub) open(t testing.TB, most int64) parcel.Store {
	t.Helper()
	s, err := parcel.OpenStore(t.Context(), h.conn, most)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// random returns so many bytes.
func random(n int) []byte {
	content := make([]byte, n)
	source := rand.NewChaCha8([32]byte{})
	_, _ = source.Read(content) // never fails
	return content
}

func put(t testing.TB, s parcel.Store, name string, content []byte) parcel.Key {
	t.Helper()
	key, err := s.Put(t.Context(), name, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func get(ctx context.Context, s parcel.Store, name string, key parcel.Key) ([]byte, error) {
	r, err := s.Get(ctx, name, key)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// room is how much of a parcel is in a chunk.
const room = 128<<10 - 16

func TestParcelsOfEverySizeComeBack(t *testing.T) {
	h := newHub(t)
	s := h.open(t, 0)
	for _, size := range []int{0, 1, room - 1, room, room + 1, 2 * room, 3*room + 5, 5 << 20} {
		content := random(size)
		key := put(t, s, "run/work", content)
		if got, err := get(t.Context(), s, "run/work", key); err != nil || !bytes.Equal(got, content) {
			t.Errorf("of %d bytes %d come back, %v", size, len(got), err)
		}
		info, err := h.objects.GetInfo(t.Context(), "run/work")
		if err != nil || int(info.Chunks) != max(1, (size+room-1)/room) {
			t.Errorf("%d bytes are in %d chunks, %v", size, info.Chunks, err)
		}
	}
}

func TestAnySourceIsSealed(t *testing.T) {
	s := newHub(t).open(t, 0)
	rapid.Check(t, func(r *rapid.T) {
		content := random(rapid.IntRange(0, 3*room+10).Draw(r, "size"))
		source := io.Reader(bytes.NewReader(content))
		if rapid.Bool().Draw(r, "halves") {
			source = iotest.HalfReader(source)
		}
		if rapid.Bool().Draw(r, "early end") {
			source = iotest.DataErrReader(source)
		}
		key, err := s.Put(t.Context(), "x", source)
		if err != nil {
			r.Fatal(err)
		}
		if got, err := get(t.Context(), s, "x", key); err != nil || !bytes.Equal(got, content) {
			r.Fatalf("of %d bytes %d come back, %v", len(content), len(got), err)
		}
	})
}

func TestHubSeesNothing(t *testing.T) {
	h := newHub(t)
	put(t, h.open(t, 0), "x", bytes.Repeat([]byte("plain text "), 1000))
	stored, err := h.objects.GetBytes(t.Context(), "x")
	if err != nil || bytes.Contains(stored, []byte("plain text")) {
		t.Errorf("the hub has %d bytes in plain text, %v", len(stored), err)
	}
}

// TestWhatTheHubChangesIsRefused has the hub change, cut, repeat, exchange and rename what it keeps.
func TestWhatTheHubChangesIsRefused(t *testing.T) {
	h := newHub(t)
	s := h.open(t, 0)
	content := random(3*room + 100)
	key := put(t, s, "x", content)
	sealed, err := h.objects.GetBytes(t.Context(), "x")
	if err != nil {
		t.Fatal(err)
	}
	const chunk = 128 << 10
	for name, change := range map[string]func(b []byte) []byte{
		"a changed byte": func(b []byte) []byte { b[chunk+5] ^= 1; return b },
		"a cut chunk":    func(b []byte) []byte { return b[:len(b)-1] },
		"no last chunk":  func(b []byte) []byte { return b[:3*chunk] },
		"nothing":        func([]byte) []byte { return nil },
		"a chunk twice":  func(b []byte) []byte { return append(bytes.Clone(b[:chunk]), b...) },
		"chunks exchanged": func(b []byte) []byte {
			return append(append(bytes.Clone(b[chunk:2*chunk]), b[:chunk]...), b[2*chunk:]...)
		},
		"no first chunk":    func(b []byte) []byte { return b[chunk:] },
		"something follows": func(b []byte) []byte { return append(b, 'x') },
	} {
		if _, err := h.objects.PutBytes(t.Context(), "x", change(bytes.Clone(sealed))); err != nil {
			t.Fatal(err)
		}
		got, err := get(t.Context(), s, "x", key)
		if !errors.Is(err, parcel.ErrSealed) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if !bytes.HasPrefix(content, got) {
			t.Errorf("%s: what was returned was never put", name)
		}
	}
	if _, err := h.objects.PutBytes(t.Context(), "y", sealed); err != nil {
		t.Fatal(err)
	}
	if _, err := get(t.Context(), s, "y", key); !errors.Is(err, parcel.ErrSealed) {
		t.Errorf("under another name it is %v", err)
	}
	key[0] ^= 1
	if got, err := get(t.Context(), s, "x", key); !errors.Is(err, parcel.ErrSealed) || len(got) > 0 {
		t.Errorf("with another key it is %v", err)
	}
}

// TestCutUploadIsNotFound has the source fail, and the context end, in the middle.
func TestCutUploadIsNotFound(t *testing.T) {
	s := newHub(t).open(t, 0)
	broken := errors.New("broken")
	source := io.MultiReader(bytes.NewReader(random(3*room)), iotest.ErrReader(broken))
	if _, err := s.Put(t.Context(), "x", source); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if _, err := get(t.Context(), s, "x", parcel.Key{}); !errors.Is(err, parcel.ErrNone) {
		t.Errorf("what was cut is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	source = io.MultiReader(bytes.NewReader(random(3*room)),
		reading(func([]byte) (int, error) { cancel(); return 1, nil }))
	if _, err := s.Put(ctx, "x", source); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, err := get(t.Context(), s, "x", parcel.Key{}); !errors.Is(err, parcel.ErrNone) {
		t.Errorf("what was cut is %v", err)
	}
}

type reading func(p []byte) (int, error)

func (r reading) Read(p []byte) (int, error) { return r(p) }

func TestSizesAreBounded(t *testing.T) {
	h := newHub(t)
	if _, err := h.open(t, 1000).Put(t.Context(), "x", bytes.NewReader(random(1001))); !errors.Is(err,
		parcel.ErrTooLarge) {
		t.Errorf("the error is %v", err)
	}
	key := put(t, h.open(t, 1001), "x", random(1001))
	if got, err := get(t.Context(), h.open(t, 1000), "x", key); !errors.Is(err, parcel.ErrTooLarge) || len(got) > 0 {
		t.Errorf("it returns %d bytes, %v", len(got), err)
	}
}

// TestReadingEndsWithItsContext has the hub lose what it has told of.
func TestReadingEndsWithItsContext(t *testing.T) {
	h := newHub(t)
	s := h.open(t, 0)
	key := put(t, s, "x", random(100*room))
	ctx, cancel := context.WithCancel(t.Context())
	r, err := s.Get(ctx, "x", key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(h.conn)
	if err != nil {
		t.Fatal(err)
	}
	chunks, err := js.Stream(t.Context(), "OBJ_"+layout.Parcels)
	if err != nil {
		t.Fatal(err)
	}
	if err := chunks.Purge(t.Context(), jetstream.WithPurgeSubject("$O."+layout.Parcels+".C.>")); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := io.Copy(io.Discard, r)
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// TestParcelWithoutItsChunksIsNotFound has the hub keep what a sender leaves there whose connection has broken at the
// end.
func TestParcelWithoutItsChunksIsNotFound(t *testing.T) {
	h := newHub(t)
	s := h.open(t, 0)
	key := put(t, s, "x", random(3*room))
	js, err := jetstream.New(h.conn)
	if err != nil {
		t.Fatal(err)
	}
	chunks, err := js.Stream(t.Context(), "OBJ_"+layout.Parcels)
	if err != nil {
		t.Fatal(err)
	}
	for _, keep := range []uint64{1, 0} {
		if err := chunks.Purge(t.Context(), jetstream.WithPurgeSubject("$O."+layout.Parcels+".C.>"),
			jetstream.WithPurgeKeep(keep)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(t.Context(), "x", key); !errors.Is(err, parcel.ErrNone) {
			t.Errorf("with %d chunks it is %v", keep, err)
		}
	}
}

// moverVariable has the test's own program move a large parcel to the hub and back, and write by how many bytes its
// heap grew.
const moverVariable = "STEAD_TEST_MOVER"

func moveLarge(url string) {
	conn, err := nats.Connect(url)
	if err == nil {
		var store parcel.Store
		if store, err = parcel.OpenStore(context.Background(), conn, 0); err == nil {
			most := resources.PeakHeap(func() { err = thereAndBack(store, 96<<20) })
			fmt.Println(most)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func thereAndBack(s parcel.Store, size int64) error {
	source := io.LimitReader(reading(func(p []byte) (int, error) { return len(p), nil }), size)
	key, err := s.Put(context.Background(), "x", source)
	if err != nil {
		return err
	}
	r, err := s.Get(context.Background(), "x", key)
	if err != nil {
		return err
	}
	defer r.Close()
	if n, err := io.Copy(io.Discard, r); err != nil || n != size {
		return fmt.Errorf("of %d bytes %d came back: %w", size, n, err)
	}
	return nil
}

// TestMemoryIsBounded moves far more than what may be in memory. The one who moves is a process of its own: the server
// keeps blocks of its store in memory for some seconds, and how many depends on how fast it gets to write them
// (nats-server 2.15.2; 66 MB were seen beside other tests).
func TestMemoryIsBounded(t *testing.T) {
	child := exec.Command(os.Args[0])
	child.Env, child.Stderr = []string{moverVariable + "=" + newHub(t).conn.ConnectedUrl(),
		"HOME=" + t.TempDir()}, os.Stderr
	out, err := child.Output()
	if err != nil {
		t.Fatal(err)
	}
	most, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	if most > 24<<20 {
		t.Errorf("the heap grew to %d MB", most>>20)
	}
}
