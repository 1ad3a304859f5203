package matrix_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"stead/e2e/fidelity"
	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// drifting is the date of a run with newer CLIs than the pinned ones (scripts/drift). Such a run fails for nothing: it writes
// down what holds.
var drifting = os.Getenv("STEAD_DRIFT")

// drifted is what such a run has shown so far.
var drifted struct {
	sync.Mutex
	fidelity.Drift
}

// trial is one thing that is tried with a newer CLI.
type trial struct {
	t    *testing.T
	cli  string
	what string
	// own says that the CLI resumes a session of its own, without stead.
	own     bool
	outcome string
}

// tries begins a trial, which has not held until it is said to.
func tries(t *testing.T, cli, what string, own bool) *trial {
	x := &trial{t: t, cli: cli, what: what, own: own, outcome: "failed"}
	if drifting != "" {
		t.Cleanup(x.note)
	}
	return x
}

// ended says how it came out: nothing means that it holds.
func (x *trial) ended(difference string) {
	x.outcome, _, _ = strings.Cut(difference, "\n")
}

func (x *trial) note() {
	drifted.Lock()
	defer drifted.Unlock()
	if drifted.CLIs == nil {
		drifted.Drift = fidelity.Drift{Date: drifting, CLIs: map[string]fidelity.Drifted{}}
	}
	record := drifted.CLIs[x.cli]
	count := &record.Cells
	if x.own {
		count = &record.Own
	}
	count.Of++
	if x.outcome == "" {
		count.Arrived++
	} else {
		record.Changed = append(record.Changed, fmt.Sprintf("%s: %.200s", x.what, x.outcome))
	}
	drifted.CLIs[x.cli] = record
}

// writeDrift writes down what a run with newer CLIs has shown, with their versions.
func writeDrift() error {
	if drifting == "" || len(drifted.CLIs) == 0 {
		return nil
	}
	for cli, record := range drifted.CLIs {
		version, err := harness.Version(cli)
		if err != nil {
			return err
		}
		record.Version = version
		drifted.CLIs[cli] = record
	}
	return drifted.Write(runtest.ResultsFolder)
}

// newLines is the first line of a request that differs from what the pinned version sent.
func newLines(t *testing.T, path, sent string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(content), "\n"), strings.Split(sent, "\n")
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(is):
			return "no longer sends " + was[i]
		case i >= len(was):
			return "sends " + is[i]
		case was[i] != is[i]:
			return "sends " + is[i] + " instead of " + was[i]
		}
	}
	return ""
}
