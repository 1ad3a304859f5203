package adaptertest

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/fixtures"
	"stead/readers"
)

var adapterName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func checkInfo(t testing.TB, a Adapter) {
	info := a.Reader.Info()
	if !adapterName.MatchString(info.Name) {
		t.Errorf("name %q: references need lower-case letters, digits and dashes between them", info.Name)
	}
	if info.Title == "" {
		t.Error("the title, for people, is empty")
	}
	if a.Writer != nil && a.Writer.Info().Name != info.Name {
		t.Errorf("the reader is named %q, the writer %q", info.Name, a.Writer.Info().Name)
	}
}

// detectWindow is how much of a file a reader is shown at most (see readers.Reader).
const detectWindow = 64 << 10

func checkDetect(t testing.TB, a Adapter) {
	for _, name := range fixtures.Match(t, a.Recorded.Fixtures...) {
		if !a.Reader.Detect(head(fixtures.Read(t, name))) {
			t.Errorf("%s is not recognised", name)
		}
	}
	for _, name := range fixtures.Foreign(t, a.Recorded.Fixtures) {
		if a.Reader.Detect(head(fixtures.Read(t, name))) {
			t.Errorf("%s is taken for one of its own", name)
		}
	}
	for name, content := range strangers() {
		if a.Reader.Detect(content) {
			t.Errorf("%s is taken for a session", name)
		}
	}
}

func head(content []byte) []byte { return content[:min(len(content), detectWindow)] }

func strangers() map[string][]byte {
	source := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 4096)
	for i := range noise {
		noise[i] = byte(source.Uint32())
	}
	return map[string][]byte{
		"an empty file": nil, "a blank line": []byte("\n"), "an empty object": []byte("{}\n"), "an empty array": []byte("[]"),
		"prose": []byte("Dear diary,\n"), "an open brace": []byte("{"), "noise": noise,
		"another program's log": []byte(`{"level":"info","msg":"started","time":"2026-11-20T10:00:00Z"}` + "\n"),
	}
}

func checkEmptyHome(t testing.TB, a Adapter) {
	if a.Recorded.Root == "" {
		t.Skip("the format has no store")
	}
	host, store := a.store(t)
	if found := a.Reader.Discover(host); len(found) != 0 {
		t.Errorf("found %v in an empty home", found)
	}
	for summary, err := range readers.List(context.Background(), a.Reader, store, readers.Query{}) {
		t.Errorf("listed %+v (error %v) in a store that does not exist", summary, err)
	}
}

func checkMissing(t testing.TB, a Adapter) {
	_, store := a.store(t)
	missing := adapter.Location{
		Path: filepath.Join(store.Root, "00000000-0000-4000-8000-00000000dead.jsonl"),
		ID:   "00000000-0000-4000-8000-00000000dead",
	}
	if _, err := a.Reader.Open(context.Background(), missing); !errors.Is(err, adapter.ErrNotFound) {
		t.Errorf("open a session that does not exist: error %v, want adapter.ErrNotFound", err)
	}
}
