package hub_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"stead/reach/hub"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/link"
	"stead/reach/member"
)

func TestMain(m *testing.M) {
	hubtest.Together()
	goleak.VerifyTestMain(m)
}

// dial connects until the test is over.
func dial(t *testing.T, m member.Member, more ...nats.Option) *nats.Conn {
	t.Helper()
	conn, err := link.Dial(m, more...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func TestHubComesBackWithItsMachinesAndLines(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	laptop := hubtest.Join(t, h, "laptop", member.Node)
	line, err := h.Invite([]member.Role{member.Viewer}, hubtest.User, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	back := make(chan struct{}, 10)
	conn := dial(t, laptop, nats.ReconnectHandler(func(*nats.Conn) { back <- struct{}{} }))
	h = hubtest.Again(t, h)
	await(t, back, "the laptop is not back")
	if err := conn.FlushTimeout(5 * time.Second); err != nil {
		t.Error(err)
	}
	phone, err := link.Join(t.Context(), line, "phone", nil)
	if err != nil || phone.User != hubtest.User || !phone.Has(member.Viewer) {
		t.Errorf("a line from before makes %+v, %v", phone.Peer, err)
	}
	if got := h.Machines(); len(got) != 2 || !got[0].Connected || got[0].Key != laptop.Key {
		t.Errorf("there are %+v", got)
	}
}

func await(t *testing.T, happened <-chan struct{}, otherwise string) {
	t.Helper()
	select {
	case <-happened:
	case <-time.After(20 * time.Second):
		t.Fatal(otherwise)
	}
}

func TestOneHubRunsInAFolder(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	if _, err := hub.Open(t.Context(), hub.Options{Folder: h.Folder(), Listen: "127.0.0.1:0"}); !errors.Is(err,
		hub.ErrRuns) {
		t.Errorf("a second one says %v", err)
	}
	if _, err := h.Invite([]member.Role{member.Node}, "ann", time.Minute); err != nil {
		t.Errorf("the first one is disturbed: %v", err)
	}
}

func TestAddressThatIsTakenIsSaid(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	_, err := hub.Open(t.Context(), hub.Options{Folder: t.TempDir(), Listen: h.Address()})
	if err == nil || !strings.Contains(err.Error(), "listen for machines") {
		t.Errorf("it says %v", err)
	}
}

func TestDamagedFilesAreKeptAndSaid(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"authority.pem", "machines.json"} {
		h := hubtest.Start(t)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(h.Folder(), name)
		if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := hub.Open(t.Context(), hub.Options{Folder: h.Folder(), Listen: h.Address()})
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: it says %v", name, err)
		}
		if content, err := os.ReadFile(path); err != nil || string(content) != "{" {
			t.Errorf("%s became %q, %v", name, content, err)
		}
	}
}

func TestFilesAreTheUsersAlone(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	hubtest.Join(t, h, "laptop", member.Node)
	for _, name := range []string{"authority.pem", "machines.json", "hub.sock", "lock"} {
		info, err := os.Stat(filepath.Join(h.Folder(), name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v, %v", name, info, err)
		}
	}
}

func TestOtherAuthorityIsNotTrusted(t *testing.T) {
	t.Parallel()
	h, other := hubtest.Start(t), hubtest.Start(t)
	m := hubtest.Join(t, h, "laptop", member.Node)
	m.Pin = other.Pin()
	if conn, err := link.Dial(m); err == nil || !strings.Contains(err.Error(), "not signed by the hub's authority") {
		conn.Close()
		t.Errorf("it says %v", err)
	}
}

func TestNobodyConnectsWithoutTLS(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	m := hubtest.Join(t, h, "laptop", member.Node)
	conn, err := nats.Connect("nats://"+h.Address(), link.Signed(m.Key, m.Seed), nats.Timeout(time.Second))
	if err == nil {
		conn.Close()
		t.Error("a connection in the clear is taken")
	}
}

func TestStreamsAreUpdatedToOtherLimits(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	limits := layout.Limits{Store: 1 << 29, Age: time.Hour, Replicas: 1}
	if err := layout.Make(ctx, h.JetStream(), limits); err != nil {
		t.Fatal(err)
	}
	s, err := h.JetStream().Stream(ctx, layout.Runs)
	if err != nil {
		t.Fatal(err)
	}
	if c := s.CachedInfo().Config; c.MaxBytes != limits.Store/2 || c.MaxAge != limits.Age || !c.DenyDelete ||
		!c.AllowDirect {
		t.Errorf("the runs have %+v", c)
	}
}
