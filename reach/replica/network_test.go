package replica_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/hubtest"
	"stead/reach/replica"
)

// networkFaults are what happens between a machine and its hub.
var networkFaults = map[string]func(*hubtest.Proxy){
	"cut":     (*hubtest.Proxy).Cut,
	"delayed": func(p *hubtest.Proxy) { p.Delay(20 * time.Millisecond) },
	"half":    (*hubtest.Proxy).Half,
}

func TestJournalsOutlastTheNetwork(t *testing.T) {
	t.Parallel()
	for name, fault := range networkFaults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hubtest.Every(t, func(t *testing.T) { outlastsTheNetwork(t, fault) })
		})
	}
}

func outlastsTheNetwork(t *testing.T, fault func(*hubtest.Proxy)) {
	s := serve(t, t.TempDir())
	publisher, viewer := hubtest.NewProxy(t, s.Addr().String()), hubtest.NewProxy(t, s.Addr().String())
	ms := team(t, "nats://"+publisher.Address(), "nats://"+viewer.Address())
	j := ms[0].begin(t)
	_, end := ms[0].publish(t, replica.Options{})
	follower := ms[1].reads()
	for range 3 {
		write(t, j, 20)
		fault(publisher)
		fault(viewer)
		write(t, j, 20)
		follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
		publisher.Open()
		viewer.Open()
	}
	must(t, end())
	ms[0].agree(t, follower)
}

// serve runs a server in this process.
func serve(t testing.TB, folder string) *server.Server {
	t.Helper()
	s := launch(t, options(folder, -1))
	conn := dial(t, s.ClientURL())
	defer conn.Close()
	makeStreams(t, conn, 1)
	return s
}

func launch(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s
}

func TestAReloadOfTheHubIsNotNoticed(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, noticesNoReload)
}

func noticesNoReload(t *testing.T) {
	// not in this process: nats-server 2.15.2 has a race between a reload and a get (stream.go:6365 reads s.opts)
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	_, end := ms[0].publish(t, replica.Options{})
	follower := ms[1].reads()
	for range 3 {
		write(t, j, 10)
		must(t, h.child.Process.Signal(syscall.SIGHUP))
		if said, err := h.said.ReadString('\n'); err != nil || said != "<nil>\n" {
			t.Fatalf("the reload fails: %s, %v", said, err)
		}
		write(t, j, 10)
	}
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
	must(t, end())
	ms[0].agree(t, follower)
}

// One round after the other: each counts all memory of this program.
func TestAnEntryOf300MegabytesTakesLittleMemory(t *testing.T) {
	for round := range hubtest.Rounds(t) {
		if !t.Run(strconv.Itoa(round), takesLittleMemory) { // its files go with each
			return
		}
	}
}

func takesLittleMemory(t *testing.T) {
	size := int64(300 << 20)
	if hubtest.Rounds(t) == 1 {
		size = 50 << 20 // with the race detector a server takes 16 s for the whole
	}
	h := newHub(t) // its memory does not count
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	must(t, j.Close())
	grow(t, ms[0].journal(), size)
	p := replica.New(ms[0].options(replica.Options{}))
	must(t, p.Begin(t.Context()))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	path, done := filepath.Join(t.TempDir(), "copy"), make(chan error, 1)
	go func() { done <- errors.Join(p.Sync(context.Background()), ms[1].copies(context.Background(), path)) }()
	var most uint64
	for err, isOver := error(nil), false; !isOver; {
		select {
		case err = <-done:
			must(t, err)
			isOver = true
		case <-time.After(20 * time.Millisecond):
		}
		runtime.ReadMemStats(&after)
		most = max(most, after.HeapInuse)
	}
	sameFiles(t, ms[0].journal(), path)
	if grown := int64(most) - int64(before.HeapInuse); grown > 40<<20 {
		t.Errorf("it takes %d MB", grown>>20)
	}
}

// sameFiles compares two files, without all of them in memory.
func sameFiles(t *testing.T, paths ...string) {
	var sums [2][sha256.Size]byte
	for i, path := range paths {
		file, err := os.Open(path)
		must(t, err)
		defer file.Close()
		hash := sha256.New()
		_, err = io.Copy(hash, file)
		must(t, err)
		sums[i] = [sha256.Size]byte(hash.Sum(nil))
	}
	if sums[0] != sums[1] {
		t.Error("the copy is another one")
	}
}

// grow appends a line of so many bytes.
func grow(t *testing.T, path string, size int64) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	defer file.Close()
	chunk := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	for written := int64(0); written < size; written += int64(len(chunk)) {
		_, err := file.Write(chunk)
		must(t, err)
	}
	_, err = file.WriteString("\n")
	must(t, err)
}
