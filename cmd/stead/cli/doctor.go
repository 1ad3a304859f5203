package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/catalog/index"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/inject"
	"stead/internal/term/plain"
	"stead/orchestrator/ab"
	"stead/orchestrator/doctor"
)

func doctorCommand(p *setup.Process) *cobra.Command {
	var asJSON, isDeep bool
	c := &cobra.Command{
		Use: "doctor", Short: "Check the installed CLIs and what would stop a run", Args: flags.NoArgs,
		Long: "Show which CLIs are installed, their versions and session folders, what would prevent a start in this folder, and\n" +
			"which CLIs were left running. doctor changes nothing.",
		RunE: func(c *cobra.Command, _ []string) error { return examine(c.Context(), p, asJSON, isDeep) },
	}
	c.Flags().BoolVar(&isDeep, "deep", false, "look at every page of the sessions' index, which takes seconds")
	flags.JSON(c, &asJSON, "print a JSON object")
	return c
}

func examine(ctx context.Context, p *setup.Process, asJSON, isDeep bool) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	d := doctor.Doctor{Drivers: adapters.Drivers(), Catalog: s.Catalog, Find: s.Find, Runs: s.Runs, Host: s.Host,
		Dir: p.Folder()}
	if isDeep {
		d.Index = filepath.Join(s.Config.Folders.State, index.FileName)
	}
	report, err := d.Examine(ctx)
	if err != nil {
		return err
	}
	notePicks(ctx, p, s)
	if asJSON {
		return p.Term.Out.JSON(report)
	}
	return printReport(p, report)
}

// notePicks tells of picks that were killed in the middle. The verbs of ab settle them.
func notePicks(ctx context.Context, p *setup.Process, s *setup.Setup) {
	picks, err := ab.Open(s.Config.Folders.Data).CutOff(ctx)
	for _, b := range picks {
		p.Term.Err.Note("stead was killed while it picked %s in %s: `stead ab show %s` takes it back", b.Name, p.Tilde(b.Dir),
			b.Contest)
	}
	if err != nil {
		p.Term.Err.Note("%v", err)
	}
}

func printReport(p *setup.Process, r doctor.Report) error {
	b := layout{width: p.Term.Out.Width()}
	var absent []doctor.CLI
	for _, cli := range r.CLIs {
		if !cli.Installed && cli.Sessions == 0 {
			absent = append(absent, cli)
			continue
		}
		describe(p, &b, cli)
	}
	b.absent(absent)
	for _, left := range r.Left {
		b.section("run %s was killed, but its %s still runs as process %d", left.Run, left.CLI, left.PID)
		b.item("", "-> kill %d", left.PID)
	}
	for _, warning := range r.Warnings {
		p.Term.Err.Note("%s", warning)
	}
	_, err := fmt.Fprint(p.Term.Out, plain.Text(b.text.String()))
	return err
}

func describe(p *setup.Process, b *layout, cli doctor.CLI) {
	if cli.Installed {
		b.section("%s", strings.TrimRight(cli.Title+" "+cli.Version, " "))
		b.item("program", "%s", p.Tilde(cli.Path))
	} else {
		b.section("%s is not installed", cli.Title)
	}
	b.item("sessions", "%d in %s", cli.Sessions, p.Tilde(cli.Home))
	blocked := false
	for _, finding := range cli.Findings {
		label := "note"
		if finding.Severity == inject.Blocker {
			label, blocked = "blocked", true
		}
		b.item(label, "%s", finding.Text)
		if finding.Remedy != "" {
			b.item("", "-> %s", finding.Remedy)
		}
	}
	if !blocked {
		b.item("ready", "found nothing that would prevent a run from starting")
	}
}

// layout is a text of sections, whose items are wrapped below themselves.
type layout struct {
	text strings.Builder
	// width is how many cells a line has; 0 is no limit.
	width int
}

func (l *layout) section(format string, args ...any) {
	if l.text.Len() > 0 {
		l.text.WriteByte('\n')
	}
	fmt.Fprintf(&l.text, format+"\n", args...)
}

const (
	labelWidth = 8
	// leastText is the width below which wrapping would make a column of letters.
	leastText = 20
)

func (l *layout) item(label, format string, args ...any) {
	indent := labelWidth + 2*len(term.Gap)
	text := fmt.Sprintf(format, args...)
	if l.width >= indent+leastText {
		hanging := strings.Repeat(" ", indent)
		if strings.HasPrefix(text, "-> ") {
			hanging += "   "
		}
		text = strings.ReplaceAll(wrapWhole(text, l.width-len(hanging)), "\n", "\n"+hanging)
	}
	fmt.Fprintf(&l.text, "%s%-*s%s%s\n", term.Gap, labelWidth, label, term.Gap, text)
}

// wrapWhole wraps a text, but not at hyphens: paths and commands are copied.
func wrapWhole(text string, width int) string {
	const unbroken = "\u2011"
	return strings.ReplaceAll(plain.Wrap(strings.ReplaceAll(text, "-", unbroken), width), unbroken, "-")
}

// absent lists the CLIs that this machine knows nothing of, and how they are installed.
func (l *layout) absent(all []doctor.CLI) {
	if len(all) == 0 {
		return
	}
	l.section("Not installed, and without sessions here")
	widest := 0
	for _, cli := range all {
		widest = max(widest, plain.Width(cli.Title))
	}
	for _, cli := range all {
		remedy := ""
		for _, finding := range cli.Findings {
			remedy = finding.Remedy
		}
		fmt.Fprintf(&l.text, "%s%-*s%s%s\n", term.Gap, widest, cli.Title, term.Gap, remedy)
	}
}
