package runtest

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/internal/testkit/fixtures"
)

// StateLine returns a run's state and its limit as one line.
func (r Record) StateLine() string {
	if r.Limit == nil {
		return string(r.State)
	}
	return fmt.Sprintf("%s %s", r.State, r.Limit.Kind)
}

// ComesTo waits until the only run is in a state.
func ComesTo(t *testing.T, g *harness.Environment, state string) Record {
	t.Helper()
	for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(pause) {
		if all := Records(t, g); len(all) == 1 && all[0].StateLine() == state {
			return all[0]
		}
	}
	t.Fatalf("the run never came to the state %s; it is %s", state, OnlyRecord(t, g).StateLine())
	return Record{}
}

// Configured replaces a text in a CLI's configuration, a file below the home.
func Configured(t *testing.T, g *harness.Environment, file, before, after string) {
	t.Helper()
	path := filepath.Join(g.Dir, file)
	content := g.Read(path)
	if !bytes.Contains(content, []byte(before)) {
		t.Fatalf("%s does not contain %s", path, before)
	}
	fixtures.Put(t, path, bytes.ReplaceAll(content, []byte(before), []byte(after)))
}

// AsksFirst changes a CLI's configuration so that it asks before it runs a tool.
func AsksFirst(t *testing.T, g *harness.Environment, cli string) {
	t.Helper()
	how := harness.Of(cli).Permission
	Configured(t, g, how.File, how.Free, how.Asks)
	for name, content := range how.Files {
		fixtures.Put(t, filepath.Join(g.Dir, name), []byte(content))
	}
}
