package ab

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/forks/worktree"
	"stead/internal/term/plain"
	"stead/orchestrator/ab"
)

func diffCommand(p *setup.Process) *cobra.Command {
	var stat, asJSON bool
	c := &cobra.Command{
		Use: "diff [CONTEST] NAME [NAME] [-- PATHS]", Short: "Show what a contestant has changed",
		Long: "Show what a contestant has changed in the folder since the contest began, or how the work of two contestants differs.\n" +
			"Name a contestant, or give its number in `stead ab show`.",
		Example: "  stead ab diff claude\n  stead ab diff claude codex --stat\n  stead ab diff ab12 1 2 -- src",
		RunE: func(c *cobra.Command, args []string) error {
			var paths []string
			if at := c.ArgsLenAtDash(); at >= 0 {
				args, paths = args[:at], args[at:]
			}
			s, err := load(c.Context(), p, nil)
			if err != nil {
				return err
			}
			contest, names, err := contestAndNames(s, args, 2)
			if err != nil {
				return err
			}
			if len(names) == 0 || len(names) > 2 {
				return failure.Usagef("name one contestant or two: %s", contestants(contest))
			}
			from, to, err := contest.Difference(names[0], names[1:]...)
			if err != nil {
				return err
			}
			d := difference{term: p.Term, repository: contest.Snapshot.Repository, from: from, to: to, paths: paths}
			switch {
			case asJSON:
				return d.asJSON(c.Context())
			case stat:
				return d.stat(c.Context())
			}
			return d.whole(c.Context())
		},
		ValidArgsFunction: completeContestants(p),
	}
	c.Flags().BoolVar(&stat, "stat", false, "only list the files, with the number of added and deleted lines")
	flags.JSON(c, &asJSON, "print the files as a JSON array")
	flags.Exclude(c, "stat", "json")
	return c
}

// contestAndNames splits the arguments: a contest may precede the contestants, of whom there are at most most. A first
// argument that names a contestant of the latest contest counts as a contestant.
func contestAndNames(s *setup.Setup, args []string, most int) (ab.Contest, []string, error) {
	latest, err := find(s, "")
	if err != nil || len(args) == 0 {
		return latest, args, err
	}
	if _, unknown := latest.Find(args[0]); unknown == nil {
		return latest, args, nil
	}
	named, err := find(s, args[0])
	if err != nil && len(args) <= most {
		return latest, args, nil // the caller's search for the contestant lists the existing ones
	}
	return named, args[1:], err
}

// difference is the difference between two commits.
type difference struct {
	term                 *term.Terminal
	repository, from, to string
	paths                []string
}

// whole prints a unified diff: unchanged for programs, made safe for a terminal.
func (d difference) whole(ctx context.Context) error {
	var out io.Writer = d.term.Out
	if term.IsTerminal(d.term.Out) {
		p := &paint{to: d.term.Out, color: d.term.Out.Colored()}
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
		rows = append(rows, []string{c.Status, changedLines(c), strings.TrimPrefix(c.Old+" -> "+c.Path, " -> ")})
	}
	return d.term.Out.Table([]term.Column{{Title: ""}, {Title: "LINES"}, {Title: "FILE", End: true}}, rows)
}

// changedLines says how many lines of a file were added and deleted.
func changedLines(c worktree.Change) string {
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
	return d.term.Out.JSON(changes)
}

// paint makes a diff safe for a terminal, line by line, because its content comes from strangers.
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
	{"+++ ", term.Bold}, {"--- ", term.Bold}, {"diff ", term.Bold}, {"index ", term.Bold}, {"@@ ", term.Cyan},
	{"+", term.Green}, {"-", term.Red},
}

func (p *paint) line(line string) string {
	line = plain.Text(line)
	for _, c := range diffColors {
		if p.color && strings.HasPrefix(line, c.prefix) {
			return c.style + line + term.Plain
		}
	}
	return line
}
