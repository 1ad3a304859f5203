package notices

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// interval is the time between two polls. ease is the minimum ratio of this time to the duration of a poll, so that
// many folders do not occupy a processor.
const (
	interval = 500 * time.Millisecond
	ease     = 20
)

// poller watches folders by reading them regularly.
type poller struct {
	events chan fsnotify.Event
	errors chan error
	ended  chan struct{}
	work   sync.WaitGroup
	end    sync.Once

	mutex   sync.Mutex
	folders map[string]contents
}

// contents maps the names of the files in a folder to their states.
type contents map[string]state

// state is what is compared to find out whether a file has changed.
type state struct {
	size     int64
	modified time.Time
	mode     fs.FileMode
}

func newPoller(size uint) *poller {
	p := &poller{events: make(chan fsnotify.Event, size), errors: make(chan error), ended: make(chan struct{}),
		folders: map[string]contents{}}
	p.work.Go(p.run)
	return p
}

// Add starts to watch a folder or a file.
func (p *poller) Add(folder string) error {
	held, err := look(folder)
	if err != nil {
		return err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if _, ok := p.folders[folder]; !ok {
		p.folders[folder] = held
	}
	return nil
}

// Remove stops watching a folder.
func (p *poller) Remove(folder string) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if _, ok := p.folders[folder]; !ok {
		return fsnotify.ErrNonExistentWatch
	}
	delete(p.folders, folder)
	return nil
}

// WatchList returns the watched folders.
func (p *poller) WatchList() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Collect(maps.Keys(p.folders))
}

// Close ends all watching, and closes the channels.
func (p *poller) Close() error {
	p.end.Do(func() {
		close(p.ended)
		p.work.Wait()
		close(p.events)
		close(p.errors)
	})
	return nil
}

func (p *poller) run() {
	wait := interval
	for {
		select {
		case <-p.ended:
			return
		case <-time.After(wait):
		}
		began := time.Now()
		for _, folder := range p.WatchList() {
			if !p.compare(folder) {
				return
			}
		}
		wait = max(interval, ease*time.Since(began))
	}
}

// compare reports what has changed in a folder. It returns false if the poller was closed.
func (p *poller) compare(folder string) bool {
	now, err := look(folder)
	p.mutex.Lock()
	before, isWatched := p.folders[folder]
	if isWatched && err != nil {
		delete(p.folders, folder)
	} else if isWatched {
		p.folders[folder] = now
	}
	p.mutex.Unlock()
	if !isWatched {
		return true
	}
	for name, is := range now {
		was, ok := before[name]
		if !ok && !p.send(folder, name, fsnotify.Create) || ok && was != is && !p.send(folder, name, changeOf(was, is)) {
			return false
		}
	}
	for name := range before {
		if _, ok := now[name]; !ok && !p.send(folder, name, fsnotify.Remove) {
			return false
		}
	}
	return err == nil || p.send(folder, "", fsnotify.Remove)
}

func changeOf(was, is state) fsnotify.Op {
	if was.size == is.size && was.modified.Equal(is.modified) {
		return fsnotify.Chmod
	}
	return fsnotify.Write
}

func (p *poller) send(folder, name string, what fsnotify.Op) bool {
	select {
	case p.events <- fsnotify.Event{Name: filepath.Join(folder, name), Op: what}:
		return true
	case <-p.ended:
		return false
	}
}

// look returns the contents of a folder. For a file, it returns the file itself under an empty name.
func look(folder string) (contents, error) {
	info, err := os.Stat(folder)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return contents{"": stateOf(info)}, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	held := make(contents, len(entries))
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil { // otherwise, it no longer exists
			held[entry.Name()] = stateOf(info)
		}
	}
	return held, nil
}

// stateOf returns the state of a file. The state of a folder is only its mode: what changes inside a folder does not
// count as a change of the parent folder (inotify(7)).
func stateOf(info fs.FileInfo) state {
	if info.IsDir() {
		return state{mode: info.Mode()}
	}
	return state{info.Size(), info.ModTime(), info.Mode()}
}
