package browse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
		answer, err := l.ask(ctx, "A number, words to filter by, * for all, n for a new session, or q: ")
		switch {
		case err != nil || answer == "" || answer == "q":
			return err
		case answer == "*":
			l.filter = ""
			continue
		case answer == "n":
			err = l.begin(ctx)
		default:
			err = l.choose(ctx, shown, answer)
		}
		if err != nil && !errors.Is(err, tui.ErrFailed) { // a command that has failed has said why
			l.machine.p.Term.Err.Message("%v", err)
		}
	}
}

// choose asks what to do with the session of a number, or takes the answer as a filter.
func (l *plainly) choose(ctx context.Context, shown []listing.Row, answer string) error {
	n, err := strconv.Atoi(answer)
	if err != nil {
		l.filter = answer
		return nil
	}
	if n < 1 || n > len(shown) {
		return fmt.Errorf("there is no session %d in the list", n)
	}
	return l.act(ctx, shown[n-1])
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
	switch {
	case isActive(r): // what it waits for
		parts = slices.Insert(parts, 0, string(r.Origin.State))
	case r.State != listing.Idle:
		parts = slices.Insert(parts, 0, string(r.State))
	}
	for i := range parts {
		parts[i] = plain.Fit(plain.Line(parts[i]), 100)
	}
	return strings.Join(parts, ", ")
}
