package parcel_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"stead/forks/worktree"
	"stead/forks/worktree/travel"
	"stead/reach/parcel"
)

// megabytes is the size of the repository that the benchmark makes: 1024 for that of docs/scale.md.
var megabytes = flag.Int("repository", 32, "size of the benchmark's repository in MB")

// benchFiles are in the repository, of which benchChanged are changed.
const benchFiles, benchChanged = 4000, 10

// BenchmarkMove takes uncommitted work through the object store into a worktree of a clone on another machine. It
// reports the seconds of each part beside those of git alone: of its bundle, and of its own worktree.
func BenchmarkMove(b *testing.B) {
	dir, clone := large(b)
	s := newHub(b).open(b, 0)
	for b.Loop() {
		m := mover{b, dir, clone, s, map[string]time.Duration{}}
		m.move()
		for name, took := range m.took {
			b.ReportMetric(took.Seconds(), name+"-s")
		}
		b.ReportMetric((m.took["take"] + m.took["send"] + m.took["receive"] +
			m.took["land"] - m.took["git-worktree"] - m.took["git-bundle"]).Seconds(), "above-git-s")
	}
}

type mover struct {
	*testing.B
	dir, clone string
	store      parcel.Store
	took       map[string]time.Duration
}

func (m mover) timed(name string, do func()) {
	begun := time.Now()
	do()
	m.took[name] = time.Since(begun)
}

func (m mover) move() {
	var snapshot worktree.Snapshot
	var key parcel.Key
	var arrived *parcel.Parcel
	var landed travel.Landed
	there := m.TempDir()
	var found travel.Found
	m.timed("take", func() {
		var err error
		snapshot, err = worktree.Take(m.Context(), m.dir, worktree.Options{Name: "snapshot-run"})
		m.must(err)
	})
	m.timed("send", func() {
		origin, err := travel.OriginOf(m.Context(), snapshot)
		m.must(err)
		found, _ = travel.Find(m.Context(), []string{m.clone}, origin)
		haves, err := travel.HavesOf(m.Context(), found, origin)
		m.must(err)
		r, w := io.Pipe()
		go func() {
			_, err := parcel.Pack(m.Context(), w, parcel.Load{Origin: origin, Snapshot: &snapshot,
				Tips: tips(m, snapshot, haves)})
			w.CloseWithError(err)
		}()
		key, err = m.store.Put(m.Context(), "x", r)
		m.must(err)
	})
	m.timed("receive", func() {
		r, err := m.store.Get(m.Context(), "x", key)
		m.must(err)
		defer r.Close()
		arrived, err = parcel.Unpack(m.Context(), r, there, 0)
		m.must(err)
	})
	m.timed("land", func() {
		var err error
		landed, err = arrived.Land(m.Context(), travel.Landing{Found: found, Path: there + "/tree", Branch: "stead/run",
			Name: "snapshot-run"})
		m.must(err)
	})
	m.must(landed.Remove(m.Context()))
	m.timed("git-bundle", func() { git(m, m.dir, "bundle", "create", "-q", there+"/x.bundle", snapshot.Ref, "^HEAD") })
	m.timed("git-worktree", func() { git(m, m.clone, "worktree", "add", "-q", "-b", "alone", there+"/alone", "HEAD") })
	git(m, m.clone, "worktree", "remove", "--force", there+"/alone")
	git(m, m.clone, "branch", "-D", "alone")
	m.must(arrived.Close())
}

func (m mover) must(err error) {
	m.Helper()
	if err != nil {
		m.Fatal(err)
	}
}

// large makes a repository, a clone of it, and uncommitted work.
func large(b *testing.B) (dir, clone string) {
	b.Helper()
	root := b.TempDir()
	dir, clone = filepath.Join(root, "demo"), filepath.Join(root, "clone")
	git(b, root, "init", "-q", dir)
	git(b, dir, "config", "core.compression", "0") // of what is random nothing is compressed
	content := make([]byte, *megabytes<<20/benchFiles)
	source := rand.NewChaCha8([32]byte{})
	for i := range benchFiles {
		_, _ = source.Read(content) // never fails
		path := filepath.Join(dir, strconv.Itoa(i%50), fmt.Sprintf("file%d.bin", i))
		if i < 50 {
			if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	git(b, dir, "add", "-A")
	git(b, dir, "commit", "-qm", "Begin")
	git(b, root, "clone", "-q", dir, clone)
	for i := range benchChanged {
		write(b, filepath.Join(dir, strconv.Itoa(i), fmt.Sprintf("file%d.bin", i)), "changed "+strconv.Itoa(i)+"\n")
	}
	return dir, clone
}

// BenchmarkStore measures the store alone, in bytes of content.
func BenchmarkStore(b *testing.B) {
	s := newHub(b).open(b, 0)
	content := random(64 << 20)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		key := put(b, s, "x", content)
		r, err := s.Get(b.Context(), "x", key)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}

// BenchmarkFrames measures packing and unpacking of a session alone, in bytes of the parcel.
func BenchmarkFrames(b *testing.B) {
	session := long(b, 20_000)
	whole := pack(b, parcel.Load{Session: &session})
	b.SetBytes(int64(len(whole)))
	for b.Loop() {
		if _, err := parcel.Pack(b.Context(), io.Discard, parcel.Load{Session: &session}); err != nil {
			b.Fatal(err)
		}
		p, err := parcel.Unpack(b.Context(), bytes.NewReader(whole), b.TempDir(), 0)
		if err != nil {
			b.Fatal(err)
		}
		p.Close()
	}
}
