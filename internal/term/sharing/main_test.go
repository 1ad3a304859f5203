package sharing

import (
	"context"
	"os"
	"testing"

	"go.uber.org/goleak"

	"stead/internal/term/ptyx"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var small = ptyx.Size{Rows: 24, Columns: 80}

func shell(script string) ptyx.Command {
	return ptyx.Command{Path: "/bin/sh", Args: []string{"-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")}}
}

// launch starts a program that ends with the test.
func launch(t *testing.T, command ptyx.Command) *ptyx.Process {
	t.Helper()
	process, err := ptyx.Start(command, small)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.End(context.Background(), 0); err != nil {
			t.Error(err)
		}
	})
	return process
}
