package pipe_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"stead/reach/hubtest"
	"stead/reach/member"
	"stead/reach/pipe"
)

func TestBothSidesKnowEachOther(t *testing.T) {
	t.Parallel()
	laptop, builder := pair(t, hubtest.Start(t))
	if laptop.Peer().Name != "builder" || builder.Peer().Name != "laptop" || !builder.Peer().Has(member.Operator) {
		t.Errorf("they are %+v and %+v", laptop.Peer(), builder.Peer())
	}
	for _, c := range []*pipe.Conn{laptop, builder} {
		if c.RemoteAddr().String() != c.Peer().Name || c.LocalAddr().String() == c.Peer().Name ||
			c.LocalAddr().String() == "" {
			t.Errorf("%s connects %s to %s", c.Peer().Name, c.LocalAddr(), c.RemoteAddr())
		}
	}
	if _, err := laptop.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 5)
	if _, err := io.ReadFull(builder, got); err != nil || string(got) != "hello" {
		t.Errorf("%q has come, %v", got, err)
	}
}

// content is bytes that are the same for the same seed.
func content(seed uint64, size int64) io.Reader {
	return io.LimitReader(rand.NewChaCha8([32]byte{byte(seed)}), size)
}

func sum(t *testing.T, r io.Reader) (string, int64) {
	t.Helper()
	h := sha256.New()
	n, err := io.Copy(h, r)
	if err != nil {
		t.Error(err)
	}
	return string(h.Sum(nil)), n
}

// passes sends much from one side to the other, and has it compared there.
func passes(t *testing.T, from, to *pipe.Conn, seed uint64, size int64, during func()) {
	t.Helper()
	var working sync.WaitGroup
	working.Go(func() {
		if _, err := io.Copy(from, content(seed, size)); err != nil {
			t.Errorf("write: %v", err)
		}
		if err := from.CloseWrite(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	if during != nil {
		working.Go(during)
	}
	want, _ := sum(t, content(seed, size))
	if got, n := sum(t, to); got != want {
		t.Errorf("of %d bytes come %d, and they are others", size, n)
	}
	working.Wait()
}

func TestMuchPassesBothWaysAtOnce(t *testing.T) {
	t.Parallel()
	laptop, builder := pair(t, hubtest.Start(t))
	var working sync.WaitGroup
	working.Go(func() { passes(t, laptop, builder, 1, 8<<20, nil) })
	passes(t, builder, laptop, 2, 8<<20, nil)
	working.Wait()
}

func TestSlowReaderHoldsBackTheWriter(t *testing.T) {
	t.Parallel()
	laptop, builder := pair(t, hubtest.Start(t))
	if err := laptop.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(laptop, content(1, 10<<20))
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("after %d bytes it ends with %v", n, err)
	}
	// What is on its way, and what waits in the records of TLS at both ends.
	if n > 256<<10 {
		t.Errorf("%d bytes were taken though nobody reads", n)
	}
	buffer := make([]byte, 1000)
	if _, err := builder.Read(buffer); err != nil {
		t.Errorf("what has come is lost: %v", err)
	}
}

func TestReadEndsAtItsDeadlineAndCanGoOn(t *testing.T) {
	t.Parallel()
	laptop, builder := pair(t, hubtest.Start(t))
	_ = builder.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	if _, err := builder.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("it ends with %v", err)
	}
	_ = builder.SetReadDeadline(time.Time{})
	go func() { _, _ = laptop.Write([]byte("x")) }()
	if _, err := builder.Read(make([]byte, 1)); err != nil {
		t.Error(err)
	}
}

func TestWhatWasWrittenArrivesAfterTheClose(t *testing.T) {
	t.Parallel()
	laptop, builder := pair(t, hubtest.Start(t))
	want, err := io.ReadAll(content(3, 48<<10)) // within the window: nobody has to read
	if err != nil {
		t.Fatal(err)
	}
	if _, err := laptop.Write(want); err != nil {
		t.Fatal(err)
	}
	if err := laptop.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(builder); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d of %d bytes have come, %v", len(got), len(want), err)
	}
	if _, err := laptop.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a read after the close gives %v", err)
	}
	if _, err := laptop.Write([]byte("x")); err == nil {
		t.Error("a write after the close is taken")
	}
}

func TestCloseEndsAReadThatWaits(t *testing.T) {
	t.Parallel()
	laptop, _ := pair(t, hubtest.Start(t))
	ended := make(chan error)
	go func() {
		_, err := laptop.Read(make([]byte, 1))
		ended <- err
	}()
	if err := laptop.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("the read has got something")
	}
}

func TestWriterIsToldThatNobodyReadsAnyMore(t *testing.T) {
	t.Parallel()
	laptop, builder := pair(t, hubtest.Start(t))
	if err := builder.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(laptop, content(1, 10<<20)); !errors.Is(err, pipe.ErrGone) {
		t.Errorf("the writer is told %v", err)
	}
}

func TestMachineThatDoesNotListenIsAway(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	a, b := join(t, h, "laptop", member.Operator), join(t, h, "builder", member.Node)
	if _, err := a.dial(t, b); !errors.Is(err, pipe.ErrAway) {
		t.Errorf("it is %v", err)
	}
}

func TestStrangersAreRefused(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	a, b, revoked := join(t, h, "laptop", member.Operator), join(t, h, "builder", member.Node), join(t, h, "old",
		member.Operator)
	other := machine{Member: hubtest.JoinAs(t, h, "bob", "bobs", member.Operator)}
	other.conn = connect(t, other.Member)
	b.listen(t, a, other)
	pretender := other
	pretender.User = b.User
	for name, m := range map[string]machine{"one that is not in the roster": revoked, "one of another user": pretender} {
		if _, err := m.dial(t, b); !errors.Is(err, pipe.ErrRefused) {
			t.Errorf("%s is told %v", name, err)
		}
	}
	if _, err := other.dial(t, b); err == nil || errors.Is(err, pipe.ErrRefused) {
		t.Errorf("a machine of another user is asked, and says %v", err)
	}
	wrong := b
	wrong.Key = a.Key
	if _, err := a.dial(t, wrong); !errors.Is(err, pipe.ErrStranger) {
		t.Errorf("a machine with another key is %v", err)
	}
}

func TestConnectionOfARevokedMachineBreaks(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	a, b := join(t, h, "laptop", member.Operator), join(t, h, "builder", member.Node)
	var isRevoked atomic.Bool
	l, err := pipe.Listen(b.conn, b.Member, func(key string) (member.Peer, bool) {
		return a.Peer, key == a.Key &&
			!isRevoked.Load()
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the test is over
	_, builder := both(t, a, b, l)
	isRevoked.Store(true)
	if err := builder.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := builder.Read(make([]byte, 1)); !errors.Is(err, pipe.ErrRevoked) {
		t.Errorf("it ends with %v", err)
	}
}

func TestTransferGoesOnAfterARestartOfTheHub(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	laptop, builder := pair(t, h)
	passes(t, laptop, builder, 4, 30<<20, func() { hubtest.Again(t, h) })
}

func TestConnectionEndsWithThatToTheHub(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	a, b := join(t, h, "laptop", member.Operator), join(t, h, "builder", member.Node)
	laptop, builder := both(t, a, b, b.listen(t, a))
	_ = builder.Close()
	ended := make(chan error)
	go func() {
		_, err := io.Copy(io.Discard, laptop)
		_, again := laptop.Write([]byte("x"))
		ended <- errors.Join(err, again)
	}()
	a.conn.Close()
	if err := <-ended; err == nil {
		t.Error("a write without a hub is taken")
	}
}
