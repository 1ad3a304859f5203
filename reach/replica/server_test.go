package replica_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"stead/reach/hubtest"
	"stead/reach/layout"
)

// The test's own program is also the hub and the owner that are killed.
const (
	hubVariable   = "STEAD_TEST_HUB"
	ownerVariable = "STEAD_TEST_OWNER"
)

func TestMain(m *testing.M) {
	if text := os.Getenv(hubVariable); text != "" {
		serveForever(text)
	}
	if text := os.Getenv(ownerVariable); text != "" {
		ownForever(text)
	}
	hubtest.Together()
	goleak.VerifyTestMain(m)
}

// hub is a server that can be killed, in a process of its own.
type hub struct {
	t      testing.TB
	Folder string
	Port   int
	// Name, Route and Routes are set for one of a cluster: its name there, its port for the others, and where they all
	// are.
	Name   string
	Route  int
	Routes string
	child  *exec.Cmd
	// said has a line for each reload.
	said *bufio.Reader
}

func newHub(t testing.TB) *hub {
	h := &hub{t: t, Folder: filepath.Join(t.TempDir(), "hub"), Port: hubtest.Free(t)}
	h.start()
	t.Cleanup(h.kill)
	return h
}

func (h *hub) url() string { return fmt.Sprintf("nats://127.0.0.1:%d", h.Port) }

// start starts the server, and has it keep what a hub keeps.
func (h *hub) start() {
	h.t.Helper()
	h.run()
	conn := dial(h.t, h.url(), nats.RetryOnFailedConnect(true))
	defer conn.Close()
	makeStreams(h.t, conn, 1)
}

// run starts the process.
func (h *hub) run() {
	h.t.Helper()
	text, _ := json.Marshal(h)
	h.child = exec.Command(os.Args[0])
	h.child.Env = []string{hubVariable + "=" + string(text), "HOME=" + h.t.TempDir()}
	h.child.Stderr = os.Stderr
	out, err := h.child.StdoutPipe()
	if err == nil {
		err = h.child.Start()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.said = bufio.NewReader(out)
}

// kill ends the server as kill -9 does.
func (h *hub) kill() {
	if h.child == nil {
		return
	}
	_ = h.child.Process.Kill()
	_ = h.child.Wait()
	h.child = nil
}

func serveForever(text string) {
	var h hub
	err := json.Unmarshal([]byte(text), &h)
	var s *server.Server
	if err == nil {
		s, err = server.NewServer(h.options())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.Start()
	if s.Addr() == nil {
		fmt.Fprintln(os.Stderr, "the server cannot listen at port", h.Port)
		os.Exit(1)
	}
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	for n := 1; ; n++ {
		<-reload
		o := h.options()
		o.PingInterval = time.Duration(n) * time.Minute
		fmt.Println(s.ReloadOptions(o))
	}
}

func (h *hub) options() *server.Options {
	o := options(h.Folder, h.Port)
	if h.Name != "" {
		o.ServerName, o.Routes = h.Name, server.RoutesFromStr(h.Routes)
		o.Cluster = server.ClusterOpts{Name: "team", Host: "127.0.0.1", Port: h.Route}
	}
	return o
}

func options(folder string, port int) *server.Options {
	return &server.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: folder, SyncInterval: time.Minute, NoSigs: true,
		NoLog: true, JetStreamMaxStore: 8 << 30, JetStreamMaxMemory: 1 << 28,
	}
}

// makeStreams makes what the hub makes. It waits until a cluster can.
func makeStreams(t testing.TB, conn *nats.Conn, replicas int) {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the streams", func(ctx context.Context) error {
		return layout.Make(ctx, js, layout.Limits{Store: 4 << 30, Replicas: replicas})
	})
}

// until tries again until it succeeds.
func until(t testing.TB, what string, try func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	for {
		attempt, end := context.WithTimeout(ctx, 2*time.Second)
		err := try(attempt)
		end()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: %v", what, err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func dial(t testing.TB, url string, more ...nats.Option) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(url, append([]nats.Option{nats.MaxReconnects(-1),
		nats.ReconnectWait(10 * time.Millisecond), nats.ReconnectJitter(0, 0), nats.Timeout(time.Second)}, more...)...)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}
