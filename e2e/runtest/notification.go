package runtest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/internal/testkit/fixtures"
)

// KeepsNotifications makes a command record all events of notifications, and returns a function that reads them.
func KeepsNotifications(t *testing.T, g *harness.Environment) func() []Notification {
	t.Helper()
	path := filepath.Join(g.Dir, "rung")
	fixtures.Put(t, path, nil)
	fixtures.Put(t, filepath.Join(g.Dir, ".config/stead/config.yaml"),
		fmt.Appendf(nil, "notify:\n  command: [sh, -c, 'cat >>\"$0\"', %q]\n  after: 0s\n", path))
	return func() (all []Notification) {
		for line := range strings.Lines(string(g.Read(path))) {
			var one Notification
			if err := json.Unmarshal([]byte(line), &one); err == nil {
				all = append(all, one)
			}
		}
		return all
	}
}

// notification returns the beginning of the sequence that notifies a terminal of an event.
func notification(text string) string { return "\x1b]9;" + text }

// Notifies waits until the terminal has been notified of an event.
func (x *Terminal) Notifies(text string) {
	x.t.Helper()
	x.Gets(notification(text))
}

// Gets waits until the terminal has received an output, even if it is no longer visible.
func (x *Terminal) Gets(output string) {
	x.t.Helper()
	Eventually(x.t, fmt.Sprintf("the terminal has got %q", output), func() bool {
		x.mu.Lock()
		defer x.mu.Unlock()
		return strings.Contains(x.Raw.String(), output)
	})
}

// Notification is a line of stead watch.
type Notification struct {
	Kind, CLI, Session, Project, Run, About string
	At                                      time.Time
}
