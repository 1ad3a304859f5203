package browse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/adapters"
	"stead/catalog/listing"
	"stead/catalog/search"
	"stead/cmd/stead/cli/setup"
	"stead/timeline"
	"stead/ui/tui"
)

// machine is the machine of this process. It implements tui.Machine.
type machine struct {
	running
	p *setup.Process
	s *setup.Setup
	// isPlain says that there is no screen that would cover a verb's output.
	isPlain bool
	// elsewhere holds the sessions and runs of the user's other machines.
	elsewhere elsewhere
}

// mostHits is the maximum number of hits of a search.
const mostHits = 100

// List implements tui.Machine.
func (m *machine) List(ctx context.Context) (listing.Result, error) {
	result, err := m.here(ctx)
	if err == nil {
		m.elsewhere.addSessions(&result)
	}
	return result, err
}

// here lists the sessions of this machine. It includes a session with an active run even if it counts as a copy, which
// lists fold: it may need somebody.
func (m *machine) here(ctx context.Context) (listing.Result, error) {
	result, err := m.s.Lister().List(ctx, listing.Query{})
	busy, _ := m.s.Active().Busy() // without the records of runs there is nothing to add
	if err != nil || len(busy) == 0 {
		return result, err
	}
	live, err := m.s.Lister().List(ctx, listing.Query{All: true, Live: true})
	if err != nil {
		return result, err
	}
	isThere := make(map[string]bool, len(result.Rows))
	for _, r := range result.Rows {
		isThere[r.CLI+":"+r.ID] = true
	}
	for _, r := range live.Rows {
		if r.Copy && r.Origin.State != "" && !isThere[r.CLI+":"+r.ID] {
			result.Rows = append(result.Rows, r)
		}
	}
	return result, nil
}

// Search implements tui.Machine. If the index cannot be used, it searches the files of the sessions.
func (m *machine) Search(ctx context.Context, query string, progress func(done, total int64)) (search.Result, error) {
	q, err := search.Parse(query, m.s.Host.Now())
	if err != nil {
		return search.Result{}, err
	}
	x, err := m.s.Index.Open(ctx)
	if err != nil {
		return m.s.Index.Searcher(nil).Search(ctx, q, mostHits)
	}
	return m.s.Index.Searcher(x).Fresh(ctx, q, mostHits, progress)
}

// Open implements tui.Machine.
func (m *machine) Open(ctx context.Context, reference string) (timeline.Stream, error) {
	source, err := m.s.Catalog.Resolve(ctx, reference)
	if err != nil {
		return timeline.Stream{}, err
	}
	return source.Open(ctx)
}

// Targets implements tui.Machine.
func (m *machine) Targets(ctx context.Context) []tui.Target {
	var there, missing []tui.Target
	for _, d := range adapters.Drivers() {
		t := tui.Target{Name: d.Info().Name}
		if _, err := m.s.Find(ctx, d); err != nil {
			t.Missing = true
			missing = append(missing, t)
			continue
		}
		there = append(there, t)
	}
	return append(there, missing...)
}

// Say implements tui.Machine. The error contains the verb's message about a failure.
func (m *machine) Say(ctx context.Context, arguments ...string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the program of stead: %w", err)
	}
	command := exec.CommandContext(ctx, self, arguments...)
	command.Dir, command.Env = m.p.Dir, m.p.Environ
	var out, said bytes.Buffer
	command.Stdout, command.Stderr = &out, &said
	if err := command.Run(); err != nil {
		if text := strings.TrimSpace(said.String()); text != "" {
			return nil, errors.New(strings.TrimPrefix(text, "stead: "))
		}
		return nil, fmt.Errorf("stead %s: %w", strings.Join(arguments, " "), err)
	}
	return strings.Split(strings.TrimSpace(out.String()+said.String()), "\n"), nil
}

// Verb implements tui.Machine.
func (m *machine) Verb(arguments ...string) tea.ExecCommand {
	return &child{tty: m.p.Term.In, pauses: !m.isPlain, always: !m.isPlain && prints(arguments, m.p.Term.HasPager()),
		prepare: func() (*exec.Cmd, func() error, error) {
			self, err := os.Executable()
			if err != nil {
				return nil, nil, fmt.Errorf("find the program of stead: %w", err)
			}
			command := exec.Command(self, arguments...)
			command.Dir = m.p.Dir
			command.Env = append(m.p.Environ[:len(m.p.Environ):len(m.p.Environ)], m.pagerSettings()...)
			return command, nil, nil
		}}
}

// prints reports whether a verb prints something to read and then ends. With a pager, the output stays until the user
// has read it.
func prints(arguments []string, hasPager bool) bool {
	switch arguments[0] {
	case "ab", "chain":
		return true
	case "show":
		return !hasPager
	case "session":
		return arguments[1] == "compare" && !hasPager
	}
	return false
}

// pagerSettings keep less open even for short output, because the list follows.
func (m *machine) pagerSettings() []string {
	if m.p.Getenv("LESS") != "" {
		return nil
	}
	return []string{"LESS=R"}
}

// Places implements tui.Machine.
func (m *machine) Places(context.Context) (places []string) {
	for _, a := range adapters.All() {
		if a.Driver == nil {
			continue
		}
		places = append(places, fmt.Sprintf("  %-12s %s", a.Driver.Info().Title, m.Tilde(a.Driver.Home(m.s.Host))))
	}
	return places
}

// Tilde implements tui.Machine.
func (m *machine) Tilde(path string) string { return m.p.Tilde(path) }
