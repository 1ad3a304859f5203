package capture

import (
	"context"
	"testing"
	"time"
)

func TestScreenIsLookedAtThoughItNeverRests(t *testing.T) {
	r := NewRepaint()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		for ctx.Err() == nil {
			r.Output(time.Now(), []byte("|"))
		}
	}()
	begin := time.Now()
	if !r.Rests(ctx) {
		t.Error("it did not rest")
	}
	if took := time.Since(begin); took < rest {
		t.Errorf("it was looked at in the middle of drawing, after %v", took)
	}
}

func TestScreenAtRestIsLookedAtOnce(t *testing.T) {
	r := NewRepaint()
	r.Output(time.Now(), []byte("x"))
	if !r.Rests(t.Context()) {
		t.Error("it did not rest")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r.Rests(ctx) {
		t.Error("it rested though nothing was drawn")
	}
}
