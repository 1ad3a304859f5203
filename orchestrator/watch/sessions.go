package watch

import (
	"context"
	"sync"
	"time"

	"stead/catalog"
	"stead/inject"
	watching "stead/internal/sys/notices"
	"stead/orchestrator/view"
	"stead/readers"
	"stead/runs"
	"stead/runs/notify"
	"stead/timeline/store"
)

// Options say what is watched, and which helpers the watch uses.
type Options struct {
	Catalog *catalog.Catalog
	Readers []readers.Reader
	// Signaller returns the driver that knows what a CLI's records mean, or nil.
	Signaller func(cli string) inject.Signaller
	// Runs are the records of the machine's runs. Live is the process's live view, into which they are brought.
	Runs runs.Folder
	Live *store.Store
	Now  func() time.Time
	// Failed is called with what cannot be watched, only from the goroutine of [Sessions].
	Failed func(error)
}

// Event is something that happened to a session of the machine.
type Event struct {
	notify.Event
	// Reported says that the run's own stead tells the user about it.
	Reported bool
}

// Polling intervals, in addition to the notices of the file system.
var (
	// beat is how long a change waits at most for the list that finds out what changed.
	beat = 500 * time.Millisecond
	// poll is the interval at which stores are listed that gave no notice.
	poll = 15 * time.Second
)

// Sessions passes on what happens to the sessions and runs of the machine, from now until ctx ends. It calls seen from
// this goroutine only. The error says why nothing can be watched at all; it is nil when ctx ends.
func Sessions(ctx context.Context, o Options, seen func(Event)) error {
	notices := watching.New(256)
	defer notices.Close()
	ctx, cancel := context.WithCancel(ctx)
	w := &watcher{Options: o, seen: seen, folders: newFolders(notices, mostFolders), events: make(chan Event),
		listings: make(chan listing), began: o.Now()}
	w.records, w.followers = newRecords(w), newFollowers(w)
	for _, r := range o.Readers {
		w.indexes = append(w.indexes, newStoreIndex(r.Info().Name))
	}
	found := view.New(o.Live, o.Runs).Records()
	defer found.Close()
	found.Look()
	var looking sync.WaitGroup
	looking.Go(func() { found.Run(ctx, poll) })
	w.work(ctx, notices)
	cancel()
	looking.Wait()
	w.wait()
	return nil
}

// watcher holds everything that is watched. It belongs to one goroutine; lists and followers send to it through its
// channels.
type watcher struct {
	Options
	seen      func(Event)
	folders   *folders
	indexes   []*storeIndex
	records   *records
	followers *followers
	events    chan Event
	listings  chan listing
	began     time.Time
}

func (w *watcher) work(ctx context.Context, notices *watching.Watcher) {
	beats, polls := time.NewTicker(beat), time.NewTicker(poll)
	defer beats.Stop()
	defer polls.Stop()
	changed := w.records.see(ctx)
	w.list(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
			changed = w.records.see(ctx)
		case notice := <-notices.Events:
			w.notice(ctx, notice)
		case <-notices.Errors: // an overflow: something changed, but it is unknown what
			w.suspectAll()
		case found := <-w.listings:
			w.apply(ctx, found)
		case e := <-w.events:
			w.seen(e)
		case gone := <-w.followers.gone:
			w.followers.forget(gone)
		case <-beats.C:
			w.list(ctx)
		case <-polls.C:
			w.suspectAll()
		}
		if err := w.folders.problem(); err != nil {
			w.Failed(err)
		}
	}
}

// wait drains the channels until all goroutines have ended.
func (w *watcher) wait() {
	for busy := w.busy(); busy > 0; busy-- {
		for waiting := true; waiting; {
			select {
			case <-w.events:
			case <-w.listings:
				waiting = false
			case <-w.followers.gone:
				waiting = false
			}
		}
	}
}

// busy counts the goroutines that have not ended.
func (w *watcher) busy() int {
	busy := len(w.followers.followed)
	for _, s := range w.indexes {
		if s.listing {
			busy++
		}
	}
	return busy
}

func (w *watcher) suspectAll() {
	for _, s := range w.indexes {
		s.suspectAll()
	}
}
