package delivery

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/sys/installed"
)

// preparing is a CLI that makes its store by what a shell does.
type preparing struct {
	inject.Driver
	script string
}

func (preparing) Info() adapter.Info { return adapter.Info{Title: "A CLI"} }

func (p preparing) Preparation(inject.Environment) ([]string, bool) {
	return []string{"-c", p.script}, true
}

func prepared(dir, script string) *Delivery {
	d := &Delivery{Adapter: inject.Adapter{Driver: preparing{script: script}}, Program: installed.Program{Path: "/bin/sh"}}
	d.Options.Dir, d.process = dir, []string{"PATH=/usr/bin:/bin"}
	return d
}

func TestFailureToMakeAStoreSaysWhatTheCLISaid(t *testing.T) {
	err := prepared(t.TempDir(), "echo no room >&2; exit 3").prepareStore(t.Context())
	if err == nil || !strings.Contains(err.Error(), "have A CLI create its store (/bin/sh -c") ||
		!strings.HasSuffix(err.Error(), "exit status 3: no room") {
		t.Errorf("the error is %v", err)
	}
	if err := prepared(t.TempDir(), "true").prepareStore(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestRunThatMakesAStoreIsStopped has a CLI that is a launcher of its real program, which holds the launcher's output.
func TestRunThatMakesAStoreIsStopped(t *testing.T) {
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- prepared(dir, "sleep 1000 & echo > made; wait").prepareStore(ctx) }()
	for _, err := os.Stat(filepath.Join(dir, "made")); err != nil; _, err = os.Stat(filepath.Join(dir, "made")) {
		select {
		case err := <-ended:
			t.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
	stop()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it never ends")
	}
}
