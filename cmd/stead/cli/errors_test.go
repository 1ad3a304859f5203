package cli

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"stead/catalog"
	"stead/config"
	"stead/inject"
	"stead/internal/adapter"
	"stead/internal/atomicfile"
	"stead/internal/installed"
	"stead/orchestrator"
	"stead/runs"
)

func TestExitCodeTellsTheKindOfAnError(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("anything"), 1},
		{adapter.ErrFormat, 1},
		{adapter.ErrEmpty, 1},
		{usageError{errors.New("unknown flag")}, 2},
		{&config.Error{Key: "history"}, 2},
		{&catalog.UnknownCLIError{Name: "x"}, 2},
		{inject.ErrPolicy, 2},
		{&catalog.NotFoundError{}, 3},
		{&catalog.AmbiguousError{}, 4},
		{runs.ErrAmbiguous, 4},
		{installed.ErrNotInstalled, 5},
		{inject.ErrUnconfirmed, 6},
		{orchestrator.ErrCLIFailed, 7},
		{atomicfile.ErrExists, 8},
		{adapter.ErrExists, 8},
		{context.Canceled, 130},
		{orchestrator.ErrInterrupted, 130},
		// An interrupt is what the user did, whatever failed because of it.
		{errors.Join(errInterrupted, adapter.ErrNotFound), 130},
	} {
		err := c.err
		if err != nil {
			err = fmt.Errorf("try something: %w", err)
		}
		if got, _ := exitCode(err); got != c.want {
			t.Errorf("exit code for %v is %d, want %d", c.err, got, c.want)
		}
	}
}
