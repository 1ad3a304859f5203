package owner_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"stead/reach/owner"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// folder returns a new one with a short path.
func folder(t *testing.T) string {
	t.Helper()
	f, err := os.MkdirTemp("", "owner")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(f) })
	return f
}

func serve(t *testing.T, in string, answer func(owner.Request) (owner.Answer, error)) {
	t.Helper()
	s, err := owner.Listen(in, answer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
}

func TestOwnerIsAnswered(t *testing.T) {
	in := folder(t)
	// as a hub that was killed has left one
	if err := os.WriteFile(filepath.Join(in, "hub.sock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, in, func(r owner.Request) (owner.Answer, error) {
		if r.Do == "revoke" {
			return owner.Answer{Line: "not shown"}, errors.New("no such machine")
		}
		return owner.Answer{Line: r.User}, nil
	})
	if a, err := owner.Ask(t.Context(), in, owner.Request{Do: "invite", User: "ann"}); err != nil || a.Line != "ann" {
		t.Errorf("it gets %+v, %v", a, err)
	}
	if a, err := owner.Ask(t.Context(), in, owner.Request{Do: "revoke"}); err == nil ||
		err.Error() != "no such machine" || a.Line != "" {
		t.Errorf("it gets %+v, %v", a, err)
	}
}

func TestNobodyAnswersWhereNoHubIs(t *testing.T) {
	in := folder(t)
	if _, err := owner.Ask(t.Context(), in, owner.Request{}); !errors.Is(err, owner.ErrAway) {
		t.Errorf("it says %v", err)
	}
	l, err := net.Listen("unix", filepath.Join(in, "hub.sock"))
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.Ask(t.Context(), in, owner.Request{}); !errors.Is(err, owner.ErrAway) {
		t.Errorf("where one was killed, it says %v", err)
	}
}

func TestNonsenseIsNotAnswered(t *testing.T) {
	in := folder(t)
	serve(t, in, func(owner.Request) (owner.Answer, error) {
		t.Error("nonsense is a request")
		return owner.Answer{}, nil
	})
	conn, err := net.Dial("unix", filepath.Join(in, "hub.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the test is over
	if _, err := conn.Write([]byte("nonsense\n")); err != nil {
		t.Fatal(err)
	}
	if n, err := conn.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("%d bytes come back, %v", n, err)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	in, asked, release := folder(t), make(chan struct{}), make(chan struct{})
	serve(t, in, func(owner.Request) (owner.Answer, error) {
		close(asked)
		<-release
		return owner.Answer{}, nil
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	if _, err := owner.Ask(ctx, in, owner.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("it says %v", err)
	}
	close(release)
}

func TestTooLongAFolderIsSaid(t *testing.T) {
	in := filepath.Join(t.TempDir(), strings.Repeat("x", 100))
	if _, err := owner.Listen(in, nil); err == nil || !strings.Contains(err.Error(), "too long a path") {
		t.Errorf("it says %v", err)
	}
}

// A hub that is stopped keeps nobody waiting, and says so in stead's words.
func TestHubThatIsStoppedIsNotWaitedForLong(t *testing.T) {
	in := folder(t)
	// it takes connections, as the system does for a stopped process, and says nothing
	l, err := net.Listen("unix", filepath.Join(in, "hub.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the test is over
	_, err = owner.Ask(t.Context(), in, owner.Request{})
	if err == nil || !strings.Contains(err.Error(), "does not answer") || strings.Contains(err.Error(), "timeout") {
		t.Errorf("it says %v", err)
	}
}
