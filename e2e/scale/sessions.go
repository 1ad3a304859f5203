package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"stead/reach/summaries"
)

// Of how many machines and CLIs the sessions are, how long a page is, and how often each is asked for.
const (
	listMachines = 100
	listCLIs     = 8
	pageSize     = 50
	asked        = 30
)

// measureSessions prints what a list of n sessions costs.
func measureSessions(n int) (err error) {
	folder, err := os.MkdirTemp("", "stead-scale-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "summaries.db")
	ctx := context.Background()
	store, err := summaries.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	begin := time.Now()
	if err := fill(ctx, store, n); err != nil {
		return err
	}
	took := time.Since(begin)
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	fmt.Printf("%d sessions of %d machines: loaded in %s (%d µs each), %s\n", n, listMachines, short(took),
		took.Microseconds()/int64(n), megabytes(info.Size()))
	if err := pages(ctx, store); err != nil {
		return err
	}
	return changes(ctx, store, n)
}

// fill loads sessions, a machine after the other, as they come when a machine joins.
func fill(ctx context.Context, s *summaries.Store, n int) error {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same sessions each time
	var batch []summaries.Summary
	for i := range n {
		batch = append(batch, session(random, i, i*listMachines/n))
		if len(batch) == summaries.MostAtOnce || i == n-1 {
			if err := s.Put(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return nil
}

func session(random *rand.Rand, n, machine int) summaries.Summary {
	title := fmt.Sprintf("Have the %dth parser of group %d read records of the older kind too", random.IntN(1_000_000),
		random.IntN(1000))
	if n == 0 {
		title = "The needle"
	}
	return summaries.Summary{
		Machine: fmt.Sprintf("machine-%05d", machine), CLI: fmt.Sprintf("cli-%d", random.IntN(listCLIs)),
		Session: fmt.Sprintf("%016x-%016x", random.Uint64(), n),
		Updated: 1_700_000_000_000_000_000 + random.Int64N(100_000_000_000_000_000), Title: title,
		Project: fmt.Sprintf("/home/user/project%d", random.IntN(200)), Model: "a-model-of-2026", Turns: random.IntN(300),
	}
}

// pages measures the pages that lists ask for.
func pages(ctx context.Context, s *summaries.Store) error {
	middle := summaries.Place{Updated: 1_750_000_000_000_000_000}
	for _, c := range []struct {
		what   string
		filter summaries.Filter
		after  summaries.Place
	}{
		{"first page", summaries.Filter{}, summaries.Place{}}, {"page in the middle", summaries.Filter{}, middle},
		{"of a machine", summaries.Filter{Machine: "machine-00042"}, summaries.Place{}},
		{"of a CLI", summaries.Filter{CLI: "cli-3"}, summaries.Place{}},
		{"of a machine's CLI", summaries.Filter{Machine: "machine-00042", CLI: "cli-3"}, summaries.Place{}},
		{"title that one in 1,000 has", summaries.Filter{Title: "group 77 "}, summaries.Place{}},
		{"title that one session has", summaries.Filter{Title: "needle"}, summaries.Place{}},
		{"title that none has, of a machine", summaries.Filter{Machine: "machine-00042", Title: "needle"}, summaries.Place{}},
	} {
		var took []time.Duration
		found := 0
		for range asked {
			begin := time.Now()
			page, _, err := s.Page(ctx, c.filter, c.after, pageSize)
			if err != nil {
				return err
			}
			took, found = append(took, time.Since(begin)), len(page)
		}
		fmt.Printf("  %s: p50 %s, p99 %s (%d sessions)\n", c.what, short(quantile(took, 0.5)), short(quantile(took, 0.99)),
			found)
	}
	return nil
}

// changes measures what happens to a list that is there.
func changes(ctx context.Context, s *summaries.Store, n int) error {
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // the same sessions each time
	var took []time.Duration
	for i := range 200 {
		begin := time.Now()
		if err := s.Put(ctx, []summaries.Summary{session(random, n+i, i%listMachines)}); err != nil {
			return err
		}
		took = append(took, time.Since(begin))
	}
	fmt.Printf("  one session more: p50 %s, p99 %s\n", short(quantile(took, 0.5)), short(quantile(took, 0.99)))
	begin := time.Now()
	if err := s.Forget(ctx, "machine-00042"); err != nil {
		return err
	}
	fmt.Printf("  a machine forgotten: %s\n", short(time.Since(begin)))
	return nil
}
