package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"stead/forks/worktree"
	"stead/internal/plain"
	"stead/orchestrator/ab"
)

func (a *app) abDiffCommand() *cobra.Command {
	var stat, asJSON bool
	c := &cobra.Command{
		Use: "diff [CONTEST] NAME [NAME] [-- PATHS]", Short: "Show what a contestant has changed",
		Long: "Show what a contestant has changed in the folder since the contest began, or how the work of two differs. Contestants are\n" +
			"named, or numbered as `stead ab show` does.",
		Example: "  stead ab diff claude\n  stead ab diff claude codex --stat\n  stead ab diff ab12 1 2 -- src",
		RunE: func(c *cobra.Command, args []string) error {
			var paths []string
			if at := c.ArgsLenAtDash(); at >= 0 {
				args, paths = args[:at], args[at:]
			}
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			contest, names, err := a.contestAndNames(s, args, 2)
			if err != nil {
				return err
			}
			from, to, err := commits(contest, names)
			if err != nil {
				return err
			}
			d := difference{app: a, repository: contest.Snapshot.Repository, from: from, to: to, paths: paths}
			switch {
			case asJSON:
				return d.asJSON(c.Context())
			case stat:
				return d.stat(c.Context())
			}
			return d.whole(c.Context())
		},
		ValidArgsFunction: a.completeContestants,
	}
	c.Flags().BoolVar(&stat, "stat", false, "only list the files, with how many lines were added and deleted")
	jsonFlag(c, &asJSON, "print the files as a JSON array")
	c.MarkFlagsMutuallyExclusive("stat", "json")
	return c
}

// contestAndNames takes arguments apart: a contest may stand before the contestants, of whom there are so many at most. A first argument that names a
// contestant of the latest contest is one.
func (a *app) contestAndNames(s *setup, args []string, most int) (ab.Contest, []string, error) {
	latest, err := a.contest(s, "")
	if err != nil || len(args) == 0 {
		return latest, args, err
	}
	if _, unknown := latest.Find(args[0]); unknown == nil {
		return latest, args, nil
	}
	named, err := a.contest(s, args[0])
	if err != nil && len(args) <= most {
		return latest, args, nil // whoever looks for the contestants says who there is
	}
	return named, args[1:], err
}

// commits are those between which the difference is: one contestant's work and the beginning, or two contestants' work.
func commits(c ab.Contest, names []string) (from, to string, err error) {
	if len(names) == 0 || len(names) > 2 {
		return "", "", usageError{fmt.Errorf("name one contestant or two: %s", contestants(c))}
	}
	ends := []string{c.Snapshot.Commit}
	for _, name := range names {
		one, err := c.Find(name)
		if err != nil {
			return "", "", err
		}
		if one.Commit == "" {
			return "", "", fmt.Errorf("%s has left no work: %s", one.Name, plain.Line(strings.TrimSuffix(string(one.State)+": "+one.Reason, ": ")))
		}
		ends = append(ends, one.Commit)
	}
	ends = ends[len(ends)-2:]
	return ends[0], ends[1], nil
}

// difference is what lies between two commits.
type difference struct {
	*app
	repository, from, to string
	paths                []string
}

// whole prints a unified diff: as it is for programs, fit for a terminal there.
func (d difference) whole(ctx context.Context) error {
	var out io.Writer = d.Stdout
	if term.IsTerminal(int(d.Stdout.Fd())) {
		p := &paint{to: d.Stdout, color: d.colored()}
		defer p.flush()
		out = p
	}
	return worktree.Diff(ctx, d.repository, d.from, d.to, out, d.paths...)
}

func (d difference) changes(ctx context.Context) ([]worktree.Change, error) {
	changes, err := worktree.Changes(ctx, d.repository, d.from, d.to)
	return slices.DeleteFunc(changes, func(c worktree.Change) bool { return !d.wanted(c.Path) }), err
}

func (d difference) wanted(file string) bool {
	return len(d.paths) == 0 || slices.ContainsFunc(d.paths, func(path string) bool {
		path = strings.TrimSuffix(path, "/")
		return file == path || strings.HasPrefix(file, path+"/")
	})
}

func (d difference) stat(ctx context.Context) error {
	changes, err := d.changes(ctx)
	if err != nil || len(changes) == 0 {
		return err
	}
	rows := make([][]string, 0, len(changes))
	for _, c := range changes {
		rows = append(rows, []string{c.Status, lines(c), strings.TrimPrefix(c.Old+" -> "+c.Path, " -> ")})
	}
	return writeTable(d.Stdout, d.width(), []column{{title: ""}, {title: "LINES"}, {title: "FILE", end: true}}, rows)
}

func lines(c worktree.Change) string {
	if c.Binary {
		return "binary"
	}
	return fmt.Sprintf("+%d -%d", c.Added, c.Deleted)
}

func (d difference) asJSON(ctx context.Context) error {
	changes, err := d.changes(ctx)
	if err != nil {
		return err
	}
	if changes == nil {
		changes = []worktree.Change{}
	}
	return d.printJSON(changes)
}

// paint makes a diff fit for a terminal, line by line: what it holds is of strangers.
type paint struct {
	to    io.Writer
	color bool
	rest  []byte
}

// Write implements io.Writer.
func (p *paint) Write(data []byte) (int, error) {
	p.rest = append(p.rest, data...)
	for {
		line, rest, found := bytes.Cut(p.rest, []byte("\n"))
		if !found {
			return len(data), nil
		}
		if _, err := io.WriteString(p.to, p.line(string(line))+"\n"); err != nil {
			return 0, err
		}
		p.rest = rest
	}
}

func (p *paint) flush() {
	if len(p.rest) > 0 {
		_, _ = io.WriteString(p.to, p.line(string(p.rest))+"\n")
	}
}

// The colours of git diff.
var diffColors = []struct{ prefix, style string }{
	{"+++ ", bold}, {"--- ", bold}, {"diff ", bold}, {"index ", bold}, {"@@ ", "\x1b[36m"}, {"+", "\x1b[32m"}, {"-", "\x1b[31m"},
}

func (p *paint) line(line string) string {
	line = plain.Text(line)
	for _, c := range diffColors {
		if p.color && strings.HasPrefix(line, c.prefix) {
			return c.style + line + "\x1b[m"
		}
	}
	return line
}
