//go:build unix

package ptyx

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stead/internal/testkit"
)

func TestDrainRecordsEverythingWithoutATerminal(t *testing.T) {
	recorded := &testkit.TerminalLog{}
	exit, err := Drain(t.Context(), launch(t, shell("seq 1 5000; exit 9")), recorded, time.Now)
	if exit.Code != 9 || err != nil {
		t.Errorf("exit %+v, error %v", exit, err)
	}
	if lines := strings.Count(recorded.Out.String(), "\r\n"); lines != 5000 {
		t.Errorf("%d lines recorded, want 5000", lines)
	}
}

func TestCancelledDrainReturnsWithTheProgramAlive(t *testing.T) {
	process := launch(t, shell("sleep 1000"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Drain(ctx, process, &testkit.TerminalLog{}, time.Now)
	if !errors.Is(err, context.Canceled) || process.IsOver() {
		t.Errorf("error %v, over %v", err, process.IsOver())
	}
}
