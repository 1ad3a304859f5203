package extract_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"stead/catalog/memory/extract"
)

// TestWatchExtractsWhenThereIsEnough waits for the extractions, never for time: they come when the threshold is
// reached.
func TestWatchExtractsWhenThereIsEnough(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one")
	p.run()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	counts := make(chan extract.Counts)
	ended := make(chan error)
	go func() {
		ended <- extract.Watch(ctx, p.Options, extract.Watching{
			Threshold: 3, Settle: time.Millisecond, Warn: func(err error) { t.Error(err) },
			Extract: func(ctx context.Context, o extract.Options) error {
				r, err := extract.Run(ctx, o)
				counts <- r.Total()
				return err
			},
		})
	}()
	p.claude(firstID, "one", "two", "three")
	p.claude(secondID, "four") // the third new message
	if got := <-counts; got.Messages != 3 {
		t.Errorf("it has extracted %+v", got)
	}
	p.claude(firstID, "one", "two", "three", "five", "six", "seven", "eight")
	if got := <-counts; got.Messages < 3 {
		t.Errorf("it has extracted %+v", got)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestWatchExtractsWhileSomethingAlwaysChanges has a file beside the sessions be written without a pause, as a CLI does
// that is at work all day.
func TestWatchExtractsWhileSomethingAlwaysChanges(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "one")
	p.run()
	p.claude(firstID, "one", "two", "three")
	ctx, stop := context.WithCancel(t.Context())
	extracted, ended := make(chan struct{}), make(chan error, 1)
	next := func() {
		t.Helper()
		select {
		case <-extracted:
		case err := <-ended:
			t.Fatalf("the watch has ended: %v", err)
		}
	}
	go func() {
		ended <- extract.Watch(ctx, p.Options, extract.Watching{
			Threshold: 2, Settle: 50 * time.Millisecond, Warn: func(err error) { t.Error(err) },
			Extract: func(ctx context.Context, o extract.Options) error {
				_, err := extract.Run(ctx, o)
				extracted <- struct{}{}
				return err
			},
		})
	}()
	next() // the folders are watched now
	busy := filepath.Join(filepath.Dir(p.claude(firstID, "one", "two", "three", "four", "five")), "busy")
	var writing sync.WaitGroup
	writing.Go(func() {
		for ctx.Err() == nil {
			if err := os.WriteFile(busy, nil, 0o600); err != nil {
				t.Error(err)
			}
		}
	})
	next()
	stop()
	writing.Wait()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
