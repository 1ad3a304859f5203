package search

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/internal/term/plain"
)

// split separates the query from the arguments after --, which are for the CLI if one is opened. It returns the words
// of the query.
func (o *options) split(args []string, dash int) []string {
	o.arguments = nil
	if dash >= 0 && o.opens {
		args, o.arguments = args[:dash], args[dash:]
	}
	words := make([]string, len(args))
	for i, word := range args {
		words[i] = strings.TrimPrefix(word, shield)
	}
	return words
}

// open continues the session of a hit.
func (v *view) open(ctx context.Context, rows []row, again func(context.Context, []string) error) error {
	chosen, err := v.choose(ctx, rows)
	if err != nil {
		return err
	}
	to := v.o.to
	if to == "" {
		if to, err = v.askCLI(ctx, chosen); err != nil {
			return err
		}
	}
	line := []string{"run", "--from", chosen.Reference, "--to", to}
	if len(v.o.arguments) > 0 {
		line = append(append(line, "--"), v.o.arguments...)
	}
	return again(ctx, line)
}

// choose asks which hit is meant, if there are several and a user can answer.
func (v *view) choose(ctx context.Context, rows []row) (row, error) {
	if !v.p.Term.CanAsk() || len(rows) == 1 {
		return rows[0], nil
	}
	for {
		answer, err := v.p.Term.Ask(ctx, fmt.Sprintf("Continue which one? [1-%d, default 1] ", len(rows)))
		if err != nil {
			return row{}, err
		}
		if answer == "" {
			return rows[0], nil
		}
		if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(rows) {
			return rows[n-1], nil
		}
		v.p.Term.Err.Message("%s is no number from 1 to %d", plain.Line(answer), len(rows))
	}
}

// askCLI asks in which CLI the session continues.
func (v *view) askCLI(ctx context.Context, h row) (string, error) {
	if !v.p.Term.CanAsk() {
		return "", failure.Usage(errors.New("--open needs --to with the CLI to continue in"))
	}
	answer, err := v.p.Term.Ask(ctx, fmt.Sprintf("Continue %s in which CLI? [default %s] ", h.Reference, h.CLI))
	if answer == "" {
		answer = h.CLI
	}
	return answer, err
}
