package replica_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/layout"
	"stead/reach/replica"
)

// networkFaults are what happens between a machine and its hub.
var networkFaults = map[string]func(*proxy){
	"cut":     (*proxy).cut,
	"delayed": func(p *proxy) { p.set(20*time.Millisecond, false) },
	"half":    func(p *proxy) { p.set(0, true) },
}

func TestJournalsOutlastTheNetwork(t *testing.T) {
	for name, fault := range networkFaults {
		t.Run(name, func(t *testing.T) {
			every(t, func(t *testing.T) {
				s := serve(t, t.TempDir())
				publisher, viewer := newProxy(t, s.Addr().String()), newProxy(t, s.Addr().String())
				ms := team(t, publisher.url(), viewer.url())
				j := ms[0].begin(t)
				_, end := ms[0].publish(t, 1, replica.Options{})
				follower := ms[1].follow(t, 0)
				for range 3 {
					write(t, j, 20)
					fault(publisher)
					fault(viewer)
					write(t, j, 20)
					follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
					publisher.set(0, false)
					viewer.set(0, false)
				}
				must(t, end())
				ms[0].agree(t, follower)
			})
		})
	}
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
	h := newHub(t) // not in this process: nats-server 2.15.2 has a race between a reload and a get (stream.go:6365 reads s.opts)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	_, end := ms[0].publish(t, 1, replica.Options{})
	follower := ms[1].follow(t, 0)
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

func TestAnEntryOf300MegabytesTakesLittleMemory(t *testing.T) {
	size := int64(300 << 20)
	if rounds() == 1 {
		size = 50 << 20 // with the race detector a server takes 16 s for the whole
	}
	h := newHub(t) // its memory does not count
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	must(t, j.Close())
	grow(t, ms[0].journal(), size)
	p := replica.New(replica.Options{Source: ms[0].source(), Journal: ms[0].journal()})
	must(t, p.Begin(t.Context(), 1))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	published := make(chan error, 1)
	go func() { published <- p.Sync(context.Background()) }()
	f, err := ms[1].source().Follow(0)
	must(t, err)
	defer f.Close()
	file, err := os.Open(ms[0].journal())
	must(t, err)
	defer file.Close()
	var most uint64
	buffer := make([]byte, 1<<20)
	for at, next := int64(0), int64(0); at < size; {
		data, err := f.Next(t.Context())
		must(t, err)
		if _, err := file.ReadAt(buffer[:len(data)], at); err != nil || !bytes.Equal(buffer[:len(data)], data) {
			t.Fatalf("the bytes at %d are others: %v", at, err)
		}
		if at += int64(len(data)); at > next {
			runtime.ReadMemStats(&after)
			most, next = max(most, after.HeapInuse), at+16<<20
		}
	}
	must(t, <-published)
	if grown := int64(most) - int64(before.HeapInuse); grown > 40<<20 {
		t.Errorf("it takes %d MB", grown>>20)
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

func TestAClusterLosesItsLeader(t *testing.T) {
	servers := cluster(t)
	urls := servers[0].ClientURL() + "," + servers[1].ClientURL() + "," + servers[2].ClientURL()
	conn := dial(t, urls)
	makeStreams(t, conn, 3)
	conn.Close()
	ms := team(t, urls, urls)
	j := ms[0].begin(t)
	_, end := ms[0].publish(t, 1, replica.Options{})
	follower := ms[1].follow(t, 0)
	write(t, j, 50)
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) > 20*1500 })
	for _, s := range servers {
		if s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, layout.Runs) {
			s.Shutdown()
			break
		}
	}
	write(t, j, 50)
	follower.awaits(t, func(b []byte) bool { return int64(len(b)) == j.Size() })
	must(t, end())
	ms[0].agree(t, follower)
}

// cluster runs three servers that know each other.
func cluster(t testing.TB) (all []*server.Server) {
	var ports [3]int
	var routes string
	for i := range ports {
		ports[i] = freePort(t)
		routes += fmt.Sprintf(",nats://127.0.0.1:%d", ports[i])
	}
	for i, port := range ports {
		o := options(t.TempDir(), -1)
		o.ServerName = fmt.Sprintf("s%d", i)
		o.Cluster = server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: port}
		o.Routes = server.RoutesFromStr(routes[1:])
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		all = append(all, s)
	}
	for _, s := range all {
		if !s.ReadyForConnections(30 * time.Second) {
			t.Fatal("a server does not start")
		}
	}
	return all
}
