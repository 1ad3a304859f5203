package replica_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"stead/reach/hubtest"
	"stead/timeline/store"
)

// story is a run to which anything happens, in any order.
type story struct {
	t        *testing.T
	random   *rand.Rand
	hub      *hub
	ms       []*machine
	owner    int
	epoch    uint64
	follower *reader
	old      string
	// written are the ids of all entries.
	written []string
	// isSure says that the hub has all that the owner has.
	isSure bool
	told   []string
}

func TestWhateverHappensNothingIsLost(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		seed := rand.Uint64()
		if text := os.Getenv("STEAD_SEED"); text != "" {
			seed, _ = strconv.ParseUint(text, 10, 64)
		}
		s := &story{t: t, random: rand.New(rand.NewPCG(seed, 0)), hub: newHub(t), epoch: 1}
		t.Cleanup(func() { t.Logf("STEAD_SEED=%d: %s", seed, strings.Join(s.told, ", ")) })
		s.ms = team(t, s.hub.url(), s.hub.url(), s.hub.url())
		must(t, s.ms[0].begin(t).Close())
		s.together()
		s.follower = s.ms[2].follow(t, 0)
		for range 12 {
			s.next()
		}
		s.told = append(s.told, "the end")
		s.together()
		s.check()
	})
}

// next has one thing happen.
func (s *story) next() {
	all := []struct {
		name string
		do   func()
	}{
		{"the owner writes", func() { s.write(s.owner) }},
		{"another writes without owning the run", func() { s.write(1 - s.owner) }},
		{"the run moves", s.move},
		{"the owner begins anew", func() { s.epoch++; s.together() }},
		{"hub and owner come together", s.together},
		{"the owner loses its tail", s.cutOwner},
		{"the hub is killed", func() { s.restart(func() {}) }},
		{"the hub loses its tail", func() { s.restart(func() { cutNewestBlock(s.t, s.hub.Folder, 1+s.random.Int64N(20_000)) }) }},
		{"the hub is wiped", func() { s.restart(func() { must(s.t, os.RemoveAll(s.hub.Folder)) }) }},
		{"the hub is copied", func() { s.restart(s.copyHub) }},
		{"the hub is restored", s.restore},
	}
	chosen := all[s.random.IntN(len(all))]
	s.told = append(s.told, chosen.name)
	chosen.do()
}

func (s *story) write(who int) {
	j, _, err := store.Reopen(s.ms[who].journal())
	if errors.Is(err, os.ErrNotExist) {
		return // it never had the run
	}
	must(s.t, err)
	for range 1 + s.random.IntN(8) {
		e := entry(1500)
		must(s.t, j.Append(e))
		s.written = append(s.written, e.ID)
	}
	must(s.t, j.Close())
	s.isSure = s.isSure && who != s.owner
}

// move has the other machine own the run. One that never had it gets all of it.
func (s *story) move() {
	if _, err := os.Stat(s.ms[1-s.owner].journal()); err != nil {
		s.together()
	}
	s.owner = 1 - s.owner
	s.epoch++
	s.together()
}

func (s *story) together() {
	s.ms[s.owner].sync(s.t, s.epoch)
	s.isSure = true
}

// cutOwner takes from the owner what the hub has.
func (s *story) cutOwner() {
	if !s.isSure {
		return
	}
	path := s.ms[s.owner].journal()
	size := int64(len(content(s.t, path)))
	must(s.t, os.Truncate(path, size-min(size/2, s.random.Int64N(12_000))))
	s.together()
}

func (s *story) restart(meanwhile func()) {
	s.hub.kill()
	meanwhile()
	s.hub.start()
	s.isSure = false
}

func (s *story) copyHub() {
	s.old = s.t.TempDir()
	must(s.t, os.CopyFS(s.old, os.DirFS(s.hub.Folder)))
}

func (s *story) restore() {
	if s.old == "" {
		return
	}
	s.restart(func() {
		must(s.t, os.RemoveAll(s.hub.Folder))
		must(s.t, os.CopyFS(s.hub.Folder, os.DirFS(s.old)))
	})
}

// check looks whether all agree, and every entry is somewhere: in the run's journal, or in a file beside one.
func (s *story) check() {
	s.ms[s.owner].agree(s.t, s.follower)
	var all []byte
	for _, m := range s.ms {
		files, err := filepath.Glob(filepath.Join(filepath.Dir(m.journal()), "*"))
		must(s.t, err)
		for _, path := range files {
			all = append(all, content(s.t, path)...)
		}
	}
	for _, id := range s.written {
		if !bytes.Contains(all, []byte(id)) {
			s.t.Errorf("entry %s is lost", id)
		}
	}
}
