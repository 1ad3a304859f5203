package supervisor_test

import (
	"errors"
	"testing"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/runs"
	"stead/runs/socket"
	"stead/timeline"
)

// TestRunBesideOthersIsFollowedAndStoppedAlone connects to a run of a process that has several.
func TestRunBesideOthersIsFollowedAndStoppedAlone(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, t.TempDir(), nil, nil, nil)
	defer p.Close()
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan struct{})
	seen, ended := supervisor.Alongside(s)(func() { close(stopped) })
	r := runs.Run{ID: "20261122-100000-abcd", Status: runs.Running}
	seen.Changed(r) // with the first record there is a socket
	client, err := socket.Dial(socket.Find(s.Config.Folders.State, r.ID))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := errors.Join(client.Follow(socket.Changed, socket.Entry, socket.Ended), client.Stop(),
		client.Send("text")); err != nil {
		t.Fatal(err)
	}
	events := client.Events(t.Context().Done())
	next := func(kind string) socket.Event {
		for {
			select {
			case e, open := <-events:
				if !open {
					t.Fatalf("there is no %s", kind)
				}
				if e.Kind == kind {
					return e
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("there is no %s", kind)
			}
		}
	}
	var refused string
	if err := next(socket.Sent).Into(&refused); err != nil || refused == "" {
		t.Errorf("a text is typed into a run without a terminal: %q, %v", refused, err)
	}
	<-stopped
	seen.Entry(&timeline.Entry{ID: "1", Type: timeline.User, Content: timeline.NewText("x"),
		Native: &timeline.Record{Line: 1}})
	var entry timeline.Entry
	if err := next(socket.Entry).Into(&entry); err != nil || entry.ID != "1" || entry.Native != nil {
		t.Errorf("the entry is %+v, error %v", entry, err)
	}
	r.Status = runs.Interrupted
	ended(r, failure.ErrInterrupted)
	var ending supervisor.Ending
	if err := next(socket.Ended).Into(&ending); err != nil || ending.Run.Status != runs.Interrupted ||
		ending.Failure.Code != failure.Interrupted {
		t.Errorf("it ends with %+v, error %v", ending, err)
	}
}
