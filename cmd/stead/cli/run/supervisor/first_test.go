package supervisor

import (
	"context"
	"errors"
	"testing"

	"github.com/creack/pty"

	"stead/internal/term/ptyx"
	"stead/internal/term/sharing"
	"stead/orchestrator/delivery"
	"stead/orchestrator/session"
	"stead/writers"
)

// terminal makes one, and what attaches a user to it who has a size.
func terminal(t *testing.T, detached bool) (made *Terminal, attach func(ptyx.Size) *sharing.Client) {
	t.Helper()
	made = NewTerminal(detached)
	t.Cleanup(made.Free)
	return made, func(size ptyx.Size) *sharing.Client {
		master, slave, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = master.Close(), slave.Close() })
		if err := pty.Setsize(slave, &pty.Winsize{Rows: size.Rows, Cols: size.Columns}); err != nil {
			t.Fatal(err)
		}
		client, err := made.hub.Attach(slave, slave, sharing.AttachOptions{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Leave)
		return client
	}
}

func TestWaitForTheFirstUserEndsWithTheRun(t *testing.T) {
	x, _ := terminal(t, false)
	x.Pauses = true
	why := errors.New("the run was stopped")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(why)
	if _, err := x.Size(ctx); !errors.Is(err, why) {
		t.Errorf("the size: %v", err)
	}
	if goOn, err := x.Read(ctx, lossy()); goOn || !errors.Is(err, why) {
		t.Errorf("what was lost is read: %v, %v", goOn, err)
	}
}

// lossy is a delivery that lost something.
func lossy() (p delivery.Plan) {
	p.Report.Losses = []writers.Loss{{}}
	return p
}

// TestUserWhoHasLeftIsNotWaitedFor begins the next CLI of a run whose user has gone away.
func TestUserWhoHasLeftIsNotWaitedFor(t *testing.T) {
	x, attach := terminal(t, false)
	x.Pauses = true
	size := ptyx.Size{Rows: 31, Columns: 97}
	attach(size).Leave()
	if got, err := x.Size(t.Context()); got != size || err != nil {
		t.Errorf("the size is %+v, error %v", got, err)
	}
	if goOn, err := x.Read(t.Context(), lossy()); !goOn || err != nil {
		t.Errorf("it waits for a key: %v, %v", goOn, err)
	}
}

func TestRunEndsWhenItsStarterGoesBeforeItsFirstUserComes(t *testing.T) {
	x, _ := terminal(t, false)
	ctx, end := context.WithCancelCause(t.Context())
	defer end(nil)
	starter := make(chan struct{})
	x.Needs(ctx, starter, end)
	close(starter)
	if _, err := x.Size(ctx); !errors.Is(err, ErrAbandoned) || !errors.Is(err, session.ErrInterrupted) {
		t.Errorf("it waits until %v", err)
	}
}

func TestRunGoesOnWithoutItsStarterWhenSomebodyCameOrNobodyMust(t *testing.T) {
	alone, _ := terminal(t, true)
	left, attach := terminal(t, false)
	attach(ptyx.Size{Rows: 31, Columns: 97}).Leave()
	there, attach := terminal(t, false)
	attach(ptyx.Size{Rows: 31, Columns: 97})
	for name, x := range map[string]*Terminal{"in the background": alone, "its user has left": left,
		"its user is there": there} {
		if x.awaitsFirst() {
			t.Errorf("%s: it waits for its first user", name)
		}
	}
	if x, _ := terminal(t, false); !x.awaitsFirst() {
		t.Error("an interactive run begins without a terminal")
	}
}
