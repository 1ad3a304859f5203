package ab

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/forks/worktree"
	"stead/internal/render/columns"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/orchestrator/ab"
	"stead/runs/dated"
)

// showContest prints the comparison.
func showContest(ctx context.Context, p *setup.Process, s *setup.Setup, c ab.Contest, full bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "contest %s in %s: %s\n", c.ID, plain.Line(p.Tilde(c.Dir)), term.Because(contestState(c), c.Reason))
	b.WriteString(plain.Fit("prompt  "+shownPrompt(c), p.Term.Out.Width()) + "\n\n")
	if err := writeContestants(p.Term, &b, c, s.Host.Now()); err != nil {
		return err
	}
	if err := writeAnswers(ctx, p.Term, &b, s, c, full); err != nil {
		return err
	}
	if _, err := io.WriteString(p.Term.Out, b.String()); err != nil {
		return err
	}
	p.Term.Err.Messages(afterContest(c, shortContest(s, c)))
	return nil
}

// shownPrompt returns the beginning of the prompt. It limits the length even if the output has no width.
func shownPrompt(c ab.Contest) string { return plain.Fit(plain.Line(c.Prompt), widestPrompt) }

const widestPrompt = 200

// shortContest returns the shortest name of the contest as an argument. It is empty for the latest contest.
func shortContest(s *setup.Setup, c ab.Contest) string {
	contests := ab.Open(s.Config.Folders.Data)
	ids, err := contests.IDs()
	if err != nil || len(ids) == 0 || contests.Latest(ids) == c.ID {
		return ""
	}
	return " " + dated.Short(ids)[c.ID]
}

// writeContestants writes the table, with a line below each contestant that needs a remark.
func writeContestants(t *term.Terminal, b *strings.Builder, c ab.Contest, now time.Time) error {
	columns := []term.Column{
		{Title: "#"}, {Title: "NAME", Most: 14}, {Title: "STATE"}, {Title: "CHECK"}, {Title: "FILES"}, {Title: "LINES"},
		{Title: "TURNS"}, {Title: "TOKENS"},
		{Title: "COST"}, {Title: "TIME"},
	}
	rows, remarks := make([][]string, 0, len(c.Contestants)), make([]string, 0, len(c.Contestants))
	for i, one := range c.Contestants {
		remarks = append(remarks, remarkOn(one))
		rows = append(rows, []string{
			fmt.Sprint(i + 1), one.Name, string(one.State), checkWord(one), fmt.Sprint(one.Files),
			fmt.Sprintf("+%d -%d", one.Added, one.Deleted),
			fmt.Sprint(one.Turns), term.Amount(one.Usage.Input + one.Usage.Output), term.Dollars(one.Cost),
			term.Brief(workTime(one, now)),
		})
	}
	columns, rows = withMachines(c, c.Contestants, 2, columns, rows)
	return term.WriteRemarked(b, t.Out.Width(), columns, rows, remarks)
}

// remarkOn returns the reason why a contestant failed: its own reason, or the last line of the check's output.
func remarkOn(one ab.Contestant) string {
	if one.Reason != "" || one.Checked == nil || one.Checked.ExitCode == 0 {
		return one.Reason
	}
	said := strings.TrimSpace(one.Checked.Output)
	return said[strings.LastIndex(said, "\n")+1:]
}

// checkWord returns the result of the check in one or two words. It is empty if there was no check.
func checkWord(one ab.Contestant) string {
	switch {
	case one.Checked == nil:
		return ""
	case one.Checked.ExitCode == 0:
		return "passed"
	}
	return fmt.Sprintf("failed %d", one.Checked.ExitCode)
}

const (
	// abreast is the number of answers side by side.
	abreast = 2
	// shownAnswer is the number of bytes shown of a shortened answer. ShownFiles is the number of files.
	shownAnswer = 1500
	shownFiles  = 8
)

// writeAnswers writes each contestant's changes and final answer, side by side if there is room.
func writeAnswers(ctx context.Context, t *term.Terminal, b *strings.Builder, s *setup.Setup, c ab.Contest,
	full bool) error {
	page := columns.Page{Width: t.Out.Width(), Color: t.Out.Colored()}
	var cells []columns.Cell
	for _, one := range c.Contestants {
		cell := columns.Cell{{Text: strings.TrimSuffix(one.Name+" · "+one.Model, " · "), Style: columns.Bold}}
		cell = append(cell, fileLines(c.Changes(ctx, one), full)...)
		if text := answerOf(s, one); text != "" {
			cell = append(cell, columns.Line{Text: shortened(text, full)})
		}
		if len(cell) > 1 {
			cells = append(cells, cell)
		}
	}
	for row := range slices.Chunk(cells, abreast) {
		b.WriteString("\n")
		if err := page.Write(b, row...); err != nil {
			return err
		}
	}
	return nil
}

// fileLines lists the changed files, or the first of them if there are many.
func fileLines(changes []worktree.Change, full bool) []columns.Line {
	shown := changes
	if !full {
		shown = changes[:min(shownFiles, len(changes))]
	}
	var listed []columns.Line
	for _, c := range shown {
		listed = append(listed, columns.Line{Lead: c.Status + " ", Text: plain.Line(c.Path) + " " + changedLines(c),
			Style: columns.Faint})
	}
	if more := len(changes) - len(shown); more > 0 {
		listed = append(listed, columns.Line{Text: fmt.Sprintf("… and %s more (--full)", transcript.Count(more, "file")),
			Style: columns.Faint})
	}
	return listed
}

// shortened returns the beginning of a long answer.
func shortened(text string, full bool) string {
	if full || len(text) <= shownAnswer {
		return text
	}
	return strings.ToValidUTF8(text[:shownAnswer], "") + " … " + transcript.Size(int64(len(text)-shownAnswer)) +
		" more (--full)"
}

// afterContest returns the possible next steps. Name is the contest's name.
func afterContest(c ab.Contest, name string) []string {
	best, found := c.Best()
	switch {
	case c.Alive():
		return []string{"it is still active; end it: stead ab stop" + name}
	case c.Picked != nil && c.HasCopies():
		return []string{fmt.Sprintf("%s was picked; remove the copies: stead ab clean%s", c.Picked.Name, name)}
	case c.Picked != nil:
		return []string{c.Picked.Name + " was picked"}
	}
	var next []string
	if found {
		next = append(next, fmt.Sprintf("changes    stead ab diff%s %s", name, best.Name),
			fmt.Sprintf("pick       stead ab pick%s %s", name, best.Name))
	}
	if c.HasCopies() {
		next = append(next, "clean up   stead ab clean"+name)
	}
	return next
}
