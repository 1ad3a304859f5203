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
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/hubtest"
	"stead/reach/parcel"
)

// senderVariable has the test's own program be who sends a parcel, and is killed.
const senderVariable = "STEAD_TEST_SENDER"

// sendForever sends a parcel without an end. It says so each time that some of it was taken.
func sendForever(url string) {
	conn, err := nats.Connect(url)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	store, err := parcel.OpenStore(context.Background(), conn, 0)
	if err == nil {
		_, err = store.Put(context.Background(), "x", reading(func(p []byte) (int, error) {
			_, err := fmt.Println("taken")
			return len(p), err
		}))
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// TestParcelOfASenderThatIsKilledIsNotFound kills the sender in the middle. The hub gives nobody a part, and takes the
// whole from whoever sends it then.
func TestParcelOfASenderThatIsKilledIsNotFound(t *testing.T) {
	hubtest.Every(t, func(t *testing.T) {
		h := newHub(t)
		child := exec.Command(os.Args[0])
		child.Env, child.Stderr = []string{senderVariable + "=" + h.conn.ConnectedUrl(), "HOME=" + t.TempDir()}, os.Stderr
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.CopyN(io.Discard, out, int64(len("taken\n"))*(1+rand.Int64N(200)))
		_ = child.Process.Kill()
		_ = child.Wait()
		if err != nil {
			t.Fatal(err)
		}
		s := h.open(t, 0)
		if _, err := s.Get(t.Context(), "x", parcel.Key{}); !errors.Is(err, parcel.ErrNone) {
			t.Errorf("what was cut is %v", err)
		}
		comesBack(t, s, "x", random(3*room))
	})
}

func comesBack(t *testing.T, s parcel.Store, name string, content []byte) {
	t.Helper()
	key := put(t, s, name, content)
	if got, err := get(t.Context(), s, name, key); err != nil || !bytes.Equal(got, content) {
		t.Errorf("of %d bytes %d come back, %v", len(content), len(got), err)
	}
}

// TestParcelIsWholeOrNotThere has the network fail in the middle of the way to the hub, and of the way back. What
// arrives is whole, else the sender or the receiver is told.
func TestParcelIsWholeOrNotThere(t *testing.T) {
	for name, fault := range hubtest.NetworkFaults() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hubtest.Every(t, func(t *testing.T) { passesThrough(t, fault) })
		})
	}
}

func passesThrough(t *testing.T, fault func(p *hubtest.Proxy)) {
	h := newHub(t)
	wire := hubtest.NewProxy(t, h.address)
	conn, err := nats.Connect("nats://"+wire.Address(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond),
		nats.ReconnectJitter(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	far := hub{conn: conn}.open(t, 0)
	content, moment := random(12*room), 1+rand.IntN(11*room)
	key, err := far.Put(t.Context(), "x", io.MultiReader(bytes.NewReader(content[:moment]), once(func() { fault(wire) }),
		bytes.NewReader(content[moment:])))
	wire.Open()
	near := h.open(t, 0)
	if got, failed := get(t.Context(), near, "x", key); err == nil && (failed != nil || !bytes.Equal(got, content)) {
		t.Errorf("the sender believes that it is there, and of %d bytes %d come back, %v", len(content), len(got), failed)
		// sealed: it is whole, and its answer was lost
	} else if err != nil && !errors.Is(failed, parcel.ErrNone) && !errors.Is(failed, parcel.ErrSealed) {
		t.Errorf("the sender was told %v, and there is %v", err, failed)
	}
	key = put(t, near, "x", content)
	got, err := far.Get(t.Context(), "x", key)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	var all bytes.Buffer
	if _, err = io.CopyN(&all, got, int64(moment)); err == nil {
		fault(wire)
		_, err = io.Copy(&all, got)
	}
	if err == nil && !bytes.Equal(all.Bytes(), content) || !bytes.HasPrefix(content, all.Bytes()) {
		t.Errorf("of %d bytes %d arrive, and they are others: %v", len(content), all.Len(), err)
	}
}

// once is an empty source that does something when it is read.
func once(do func()) io.Reader {
	return reading(func([]byte) (int, error) {
		do()
		return 0, io.EOF
	})
}
