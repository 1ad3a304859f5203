//go:build unix

package cli

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"stead/cmd/stead/cli/term"
)

// TestTerminalThatClosesDoesNotCutTheEndShort sends what a closing terminal sends: the system's signal and the shell's.
// A process that takes no care of the second one dies of it, which here is the test's.
func TestTerminalThatClosesDoesNotCutTheEndShort(t *testing.T) {
	ctx, stop := term.UntilSignal()
	defer stop()
	for range 50 {
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		time.Sleep(time.Millisecond)
	}
	if !term.HungUp(ctx) {
		t.Errorf("the context ended by %v", context.Cause(ctx))
	}
}
