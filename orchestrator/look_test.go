package orchestrator

import (
	"context"
	"testing"
	"time"
)

func TestScreenIsLookedAtThoughItNeverRests(t *testing.T) {
	b := make(brush, 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		for ctx.Err() == nil {
			b.Output(time.Now(), []byte("|"))
		}
	}()
	begin := time.Now()
	if !b.settles(ctx) {
		t.Error("it did not settle")
	}
	if took := time.Since(begin); took < rest {
		t.Errorf("it was looked at in the middle of drawing, after %v", took)
	}
}

func TestScreenAtRestIsLookedAtOnce(t *testing.T) {
	b := make(brush, 1)
	b.Output(time.Now(), []byte("x"))
	if !b.settles(t.Context()) {
		t.Error("it did not settle")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if b.settles(ctx) {
		t.Error("it settled though nothing was drawn")
	}
}
