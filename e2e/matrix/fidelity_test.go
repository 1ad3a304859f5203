package matrix_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"stead/e2e/fidelity"
	"stead/e2e/runtest"
	"stead/internal/testkit"
)

// page is the part of the page that belongs to one source.
type page struct {
	mu      sync.Mutex
	written fidelity.Results
	now     fidelity.Results
}

// openPage reads what is written of a source. With -update it is written anew when the test has ended, for the cells
// that ran.
func openPage(t *testing.T, source string) *page {
	t.Helper()
	written, err := fidelity.ReadResults(runtest.ResultsFolder, source)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{written: written, now: fidelity.Results{}}
	t.Cleanup(func() {
		if !testkit.UpdatesGolden() {
			return
		}
		for session, cells := range p.now {
			for target, cell := range cells {
				p.written.Put(session, target, cell)
			}
		}
		if err := p.written.Write(runtest.ResultsFolder, source); err != nil {
			t.Error(err)
		}
	})
	return p
}

// isMissing says that a problem is something that does not arrive. Another one says so where stead does not name it.
func isMissing(problem string) bool {
	return strings.HasPrefix(problem, "missing: ") || strings.HasPrefix(problem, "context is missing: ")
}

// put compares a cell with what is written of it. A cell that got worse fails, and so does one that got better: that is
// good news that -update writes down. What it writes fails nevertheless where something is wrong that stead does not
// name.
func (p *page) put(t *testing.T, session, target string, cell fidelity.Cell, problems []string) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now.Put(session, target, cell)
	said := strings.Join(problems, "\n")
	if testkit.UpdatesGolden() {
		if wrong := slices.DeleteFunc(problems, isMissing); len(wrong) > 0 {
			t.Errorf("written down, and not all right:\n%s", said)
		}
		return
	}
	written := p.written[session][target]
	if !cell.Equal(written) {
		t.Errorf("arrived: %+v\nwritten: %+v (-update writes it anew)\n%s", cell, written, said)
	}
}
