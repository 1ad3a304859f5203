package replica_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/replica"
	"stead/reach/seal"
	"stead/runs"
	"stead/timeline/store"
)

// TestEndOfARunComesThoughTheHubDidNotTakeIt has a run end while the hub takes nothing, and the connection stays. The
// machine says so, and tries again.
func TestEndOfARunComesThoughTheHubDidNotTakeIt(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	j := ms[0].begin(t)
	folder := runs.Open(ms[0].folder)
	run := runs.Run{ID: "r", Status: runs.Running, Started: time.Now().Add(-time.Hour),
		Supervisor: runs.ProcessOf(os.Getpid())}
	must(t, folder.Save(run))
	ctx, end := context.WithCancel(t.Context())
	said := make(chan string, 100)
	var serving sync.WaitGroup
	serving.Go(func() {
		replica.Machine{Conn: ms[0].conn, Keys: ms[0].keys, Self: ms[0].member, Folder: folder}.Serve(ctx,
			func(err error) { said <- err.Error() })
	})
	t.Cleanup(func() {
		end()
		serving.Wait()
	})
	write(t, j, 3)
	until(t, "the hub has it", ms[1].has(t, j))

	js, err := jetstream.New(ms[1].conn)
	must(t, err)
	must(t, js.DeleteStream(t.Context(), layout.Runs))
	run.Status = runs.Completed
	must(t, folder.Save(run))
	write(t, j, 3)
	must(t, j.Close())
	asks, err := ms[1].conn.SubscribeSync("$JS.API.STREAM.MSG.GET." + layout.Runs)
	must(t, err)
	for range 15 { // more than the run's own publisher asks before it is ended
		_, err := asks.NextMsg(time.Minute)
		must(t, err)
	}
	if text := <-said; !strings.Contains(text, "publish run r") {
		t.Errorf("it says %s", text)
	}
	must(t, layout.Make(t.Context(), js, layout.Limits{Store: 4 << 30, Replicas: 1}))
	until(t, "the hub has all of it", ms[1].has(t, j))
}

// has returns what fails unless the hub has all of a journal.
func (m *machine) has(t *testing.T, j *store.Journal) func(context.Context) error {
	return func(ctx context.Context) error {
		file, err := os.CreateTemp(t.TempDir(), "")
		must(t, err)
		defer file.Close()
		if err := m.source().Copy(ctx, file); err != nil {
			return err
		}
		if got := content(t, file.Name()); int64(len(got)) != j.Size() {
			return fmt.Errorf("it has %d bytes of %d", len(got), j.Size())
		}
		return nil
	}
}

// TestWhatOthersSpoilAtTheHubIsMended has another machine publish on the subject of a run that is over, and put another
// key in the place of the run's, while the run's own machine serves.
func TestWhatOthersSpoilAtTheHubIsMended(t *testing.T) {
	t.Parallel()
	h := newHub(t)
	ms := team(t, h.url(), h.url())
	ms[0].keeps(t, runs.Run{ID: "r", Status: runs.Running, Started: time.Now(), Supervisor: runs.ProcessOf(os.Getpid())})
	ms[0].offers(t)
	until(t, "the hub has it", ms[1].finds("r"))
	must(t, runs.Open(ms[0].folder).Save(runs.Run{ID: "r", Status: runs.Completed, Started: time.Now(),
		Supervisor: runs.ProcessOf(os.Getpid())}))
	want := content(t, runs.Open(ms[0].folder).Journal("r"))
	other := reader{ms[1]}
	for name, spoil := range map[string]func(){
		"a forged range": func() { must(t, ms[1].source().Forge(t.Context(), ms[1].member, []byte("{}\n"))) },
		"another key": func() {
			js, err := jetstream.New(ms[1].conn)
			must(t, err)
			thief := ms[1].member
			thief.Key = ms[0].member.Key
			_, _ = seal.NewKeyring(js, thief, func() []member.Peer { return nil }, t.TempDir()).Make(t.Context(),
				seal.RunName(ms[0].member.Key, "r"), 1)
		},
	} {
		spoil()
		t.Log(name)
		js, err := jetstream.New(ms[1].conn)
		must(t, err)
		// it remembers no key
		ms[1].keys = seal.NewKeyring(js, ms[1].member, func() []member.Peer { return []member.Peer{ms[0].member.Peer} },
			ms[1].folder)
		other.awaits(t, func(got []byte) bool { return string(got) == string(want) })
	}
}
