package reach

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"stead/adapters"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/travel"
	"stead/internal/sys/process"
	"stead/reach/node"
)

// jobsOf says how runs are done that wait for a machine.
func jobsOf(p *setup.Process, s *setup.Setup, o offered) node.Jobs {
	return node.Jobs{
		Slots: o.slots, Version: o.version, CLIs: (&programs{s: s}).names,
		Folders: func(ctx context.Context) ([]string, error) { return travel.Folders(ctx, s) },
		Stead:   func(ctx context.Context, line []string) (string, error) { return carryOut(ctx, p, line) },
	}
}

// fresh is for how long it is believed which programs are installed.
const fresh = 20 * time.Second

// programs are those of the CLIs that are installed. They are looked for by their files; one that does not say its
// version there is started for it, once. Whether a CLI is logged in is not known: each keeps that elsewhere, and some
// in a keychain.
type programs struct {
	s *setup.Setup

	access sync.Mutex
	looked time.Time
	found  []string
}

func (f *programs) names() []string {
	f.access.Lock()
	defer f.access.Unlock()
	if act, _ := f.s.Settings.Current().Reach.May(); !act {
		return nil // no run of the queue fits then
	}
	if time.Since(f.looked) < fresh {
		return f.found
	}
	f.found = nil
	for _, d := range adapters.Drivers() {
		if _, err := f.s.Find(context.Background(), d); err == nil {
			f.found = append(f.found, d.Info().Name)
		}
	}
	f.looked = time.Now()
	return f.found
}

// longestStart is how long a run may take to begin: its session is written then. ending is how long it may take to end
// when it has not.
const (
	longestStart = 5 * time.Minute
	ending       = 20 * time.Second
)

// carryOut has this program carry out a command line in the user's home, and returns what it prints. The error has its
// words.
func carryOut(ctx context.Context, p *setup.Process, line []string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find stead itself: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longestStart, fmt.Errorf("it has not begun after %v", longestStart))
	defer cancel()
	var out, problems bytes.Buffer
	command := exec.CommandContext(ctx, self, line...)
	command.Dir, command.Env, command.Stdout, command.Stderr = p.Home(), append(environment(p),
		machines.Job+"=1"), &out, &problems
	// it takes the run with it, which a kill would not
	command.Cancel = func() error { return process.AskToEnd(command.Process) }
	command.WaitDelay = ending
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("%s (%w)", strings.TrimPrefix(strings.TrimSpace(problems.String()), "stead: "),
			cmp.Or(context.Cause(ctx), err))
	}
	return out.String(), nil
}
