package session

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stead/capture"
	"stead/inject"
)

// slow is a CLI that reads keys from a moment on.
type slow struct {
	bytes.Buffer
	reads time.Time
}

func (s *slow) TakesKeys() bool { return !time.Now().Before(s.reads) }

// TestNothingIsTypedBeforeTheCLIReadsKeys has CLIs that never show the composer that is expected.
func TestNothingIsTypedBeforeTheCLIReadsKeys(t *testing.T) {
	for reads, want := range map[time.Duration]time.Duration{
		time.Second: longestStart, 70 * time.Second: 70 * time.Second, time.Hour: longestStart + longestSetup,
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			k := &keyboard{process: &slow{reads: began.Add(reads)}, composer: inject.Typing{Ready: ">"},
				ready: capture.NewTextWaiter(">")}
			k.awaitComposer(t.Context())
			if took := time.Since(began); took != want {
				t.Errorf("keys are read after %v, and it waits for %v", reads, took)
			}
		})
	}
}

func TestComposerIsSeenWhileKeysAreNotReadYet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		k := &keyboard{process: &slow{reads: began.Add(time.Hour)}, composer: inject.Typing{Ready: ">"},
			ready: capture.NewTextWaiter(">")}
		go func() {
			time.Sleep(40 * time.Second)
			k.ready.Output(time.Now(), []byte(">"))
		}()
		k.awaitComposer(t.Context())
		if took := time.Since(began); took != 40*time.Second {
			t.Errorf("it waits for %v", took)
		}
	})
}

func TestNothingIsAwaitedOfACLIThatHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		k := &keyboard{process: &slow{reads: began.Add(time.Hour)}, composer: inject.Typing{Ready: ">"},
			ready: capture.NewTextWaiter(">")}
		for _, ends := range []time.Duration{0, 40 * time.Second} {
			began = time.Now()
			ctx, end := context.WithTimeout(t.Context(), ends)
			k.awaitComposer(ctx)
			end()
			if took := time.Since(began); took != ends {
				t.Errorf("it ends after %v, and is waited for for %v", ends, took)
			}
		}
	})
}
