package extract_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"stead/memory/extract"
)

// TestWatchExtractsWhenThereIsEnough waits for the extractions, never for time: they come when the threshold is reached.
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
