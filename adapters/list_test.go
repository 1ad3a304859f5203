package adapters_test

import (
	"testing"

	"stead/adapters"
	"stead/catalog"
	"stead/internal/testkit/corpus"
	"stead/internal/testkit/corpus/home"
	"stead/internal/testkit/resources"
)

// A list reads only the head and the end of each session, however long it is. From OpenCode's database and Clido's
// files, it reads only the rows of the sessions.
func TestAListReadsLittleOfEachSession(t *testing.T) {
	resources.OnlyComputes(t)
	const sessions, most = 20, 150_000 // bytes a session
	folder := t.TempDir()
	size := corpus.Size{Sessions: sessions, Smallest: 400_000, Largest: 400_001}
	sizes := home.Sizes{Claude: size, Codex: size, OpenCode: size, Others: size}
	if _, err := home.Make(t.Context(), folder, sizes, 1); err != nil {
		t.Fatal(err)
	}
	all := catalog.New(catalog.Options{Readers: adapters.Readers(), Host: home.Host(folder)})
	for _, a := range adapters.All() {
		if a.Driver == nil {
			continue
		}
		cli := a.Reader.Info().Name
		before := resources.BytesRead(t)
		found, err := all.List(t.Context(), catalog.Query{CLI: cli})
		if err != nil || len(found.Sessions) != sessions || len(found.Warnings) > 0 {
			t.Fatalf("%s: %d sessions, %v, %v", cli, len(found.Sessions), found.Warnings, err)
		}
		each := (resources.BytesRead(t) - before) / sessions
		t.Logf("%s: %d bytes a session", cli, each)
		if each > most {
			t.Errorf("a list reads %d bytes of each session of %s, the budget is %d", each, cli, most)
		}
	}
}
