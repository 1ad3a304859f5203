// Package home makes the home of a person who uses every CLI, with any number of sessions in each.
package home

import (
	"context"
	"os"
	"path/filepath"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/testkit/corpus"
	"stead/internal/testkit/fixtures"
)

// Sizes are the sizes of the stores.
type Sizes struct{ Claude, Codex, OpenCode, Others corpus.Size }

// Full returns the sizes for benchmarks: 1.1 GB of Claude Code, 100 MB of Codex, a database of OpenCode of 300 MB, and
// a little of all others.
func Full() Sizes {
	return Sizes{
		Claude:   corpus.Size{Sessions: 2000, Smallest: 200_000, Largest: 2_000_000},
		Codex:    corpus.Size{Sessions: 500, Smallest: 50_000, Largest: 500_000},
		OpenCode: corpus.Size{Sessions: 500, Smallest: 160_000, Largest: 1_600_000},
		Others:   corpus.Size{Sessions: 20, Smallest: 20_000, Largest: 100_000},
	}
}

// Scaled returns the full sizes with a share of the sessions, but at least one of each CLI.
func Scaled(share float64) Sizes {
	z := Full()
	return Sizes{z.Claude.Times(share), z.Codex.Times(share), z.OpenCode.Times(share), z.Others.Times(share)}
}

// Small returns the sizes for tests: two sessions of each CLI, the larger of 60 kB.
func Small() Sizes {
	z := corpus.Size{Sessions: 2, Smallest: 10_000, Largest: 60_000}
	return Sizes{z, z, z, z}
}

// Host returns the machine of the user with that home.
func Host(home string) adapter.Host { return fixtures.Host(home) }

// Make creates the stores in a home and returns the needles planted in all of them. The same seed and sizes produce the
// same sessions.
func Make(ctx context.Context, folder string, z Sizes, seed uint64) (corpus.Tally, error) {
	tally := corpus.Tally{}
	for i, a := range adapters.All() {
		if a.Driver == nil {
			continue
		}
		planted, err := fill(ctx, a, a.Driver.Home(Host(folder)), z, seed<<8+uint64(i)) // no two CLIs have the same texts
		if err != nil {
			return nil, err
		}
		tally.Add(planted)
	}
	return tally, nil
}

func fill(ctx context.Context, a inject.Adapter, root string, z Sizes, seed uint64) (corpus.Tally, error) {
	store := adapter.Store{CLI: a.Reader.Info().Name, Root: root}
	switch store.CLI {
	case "claude":
		return corpus.Claude(root, z.Claude, seed)
	case "codex":
		return corpus.Fill(ctx, a.Writer, store, z.Codex, seed)
	case "opencode":
		if err := database(root, z.OpenCode); err != nil {
			return nil, err
		}
		return corpus.Fill(ctx, a.Writer, store, z.OpenCode, seed)
	}
	return corpus.Fill(ctx, a.Writer, store, z.Others, seed)
}

// database puts an empty database made by OpenCode itself at root.
func database(root string, z corpus.Size) error {
	if z.Sessions == 0 {
		return nil
	}
	empty, err := fixtures.Content("opencode/new.db")
	if err == nil {
		err = os.MkdirAll(root, 0o700)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "opencode.db"), empty, 0o600)
}
