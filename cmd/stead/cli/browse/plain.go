package browse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/ui/tui"
)

// plainly browses with lines and questions, for users who cannot see the screen: it draws nothing in place, and states
// are words.
type plainly struct {
	machine *machine
	filter  string
}

// mostPlain is the maximum number of sessions listed before the question. Users filter a longer list instead of
// listening to it.
const mostPlain = 20

// browse lists and asks until there is no answer.
func (l *plainly) browse(ctx context.Context) error {
	for {
		shown, err := l.list(ctx)
		if err != nil {
			return err
		}
		answer, err := l.ask(ctx, "A number, words to filter by, * for all, or q: ")
		switch {
		case err != nil || answer == "" || answer == "q":
			return err
		case answer == "*":
			l.filter = ""
			continue
		}
		n, err := strconv.Atoi(answer)
		if err != nil {
			l.filter = answer
			continue
		}
		if n < 1 || n > len(shown) {
			l.machine.p.Term.Err.Message("there is no session %d in the list", n)
			continue
		}
		if err := l.act(ctx, shown[n-1]); err != nil {
			l.machine.p.Term.Err.Message("%v", err)
		}
	}
}

func (l *plainly) ask(ctx context.Context, question string) (string, error) {
	return l.machine.p.Term.Ask(ctx, question)
}

// list prints the sessions that match the filter, and returns them in the order of their numbers.
func (l *plainly) list(ctx context.Context) ([]listing.Row, error) {
	result, err := l.machine.List(ctx)
	if err != nil {
		return nil, err
	}
	now := l.machine.s.Host.Now()
	var shown []listing.Row
	out := bufio.NewWriter(l.machine.p.Term.Out)
	for _, s := range tui.BoardOf(result.Rows).Sections(l.filter, now) {
		if len(shown) == mostPlain {
			break
		}
		_, _ = fmt.Fprintln(out, s.Title)
		for _, r := range s.Rows[:min(len(s.Rows), mostPlain-len(shown))] {
			shown = append(shown, r)
			_, _ = fmt.Fprintf(out, "%d. %s\n", len(shown), l.said(r, term.Age(now.Sub(r.Updated))))
		}
	}
	if len(shown) == 0 {
		_, _ = fmt.Fprintln(out, "no session has this")
	}
	return shown, out.Flush()
}

// said describes a session in one line.
func (l *plainly) said(r listing.Row, age string) string {
	parts := []string{r.CLI, r.Title, l.machine.p.Tilde(r.Folder()), age}
	if r.State != listing.Idle {
		parts = slices.Insert(parts, 0, string(r.State))
	}
	for i := range parts {
		parts[i] = plain.Fit(plain.Line(parts[i]), 100)
	}
	return strings.Join(parts, ", ")
}

// act asks what to do with a session, and does it.
func (l *plainly) act(ctx context.Context, r listing.Row) error {
	answer, err := l.ask(ctx, "v show, o resume, c continue in another CLI, f fork, a attach to its run, or enter: ")
	if err != nil {
		return err
	}
	m := l.machine
	var command tea.ExecCommand
	switch answer {
	case "v":
		command = m.Verb("show", r.Reference, "--no-pager")
	case "o":
		command = m.Resume(r)
	case "a":
		command = m.Verb("attach", r.Origin.Run)
	case "c", "f":
		cli, err := l.ask(ctx, "In which CLI? ")
		if err != nil || cli == "" {
			return err
		}
		command = m.Verb("run", "--from", r.Reference, "--to", cli, "--interactive")
		if answer == "f" {
			command = m.Verb("fork", r.Reference, "--to", cli, "--interactive")
		}
	default:
		return nil
	}
	if err := command.Run(); !errors.Is(err, tui.ErrFailed) {
		return err
	}
	return nil
}
