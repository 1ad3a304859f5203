package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/inject"
	injectall "stead/inject/all"
	"stead/internal/plain"
	"stead/orchestrator/doctor"
)

func (a *app) doctorCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "doctor", Short: "Tell what is installed, and what would keep a run from working", Args: cobra.NoArgs,
		Long: "Tell which CLIs are installed, in which version, where their sessions are, what would keep them from\n" +
			"starting in this folder, and which were left running. Nothing is changed.",
		RunE: func(c *cobra.Command, _ []string) error { return a.doctor(c, asJSON) },
	}
	jsonFlag(c, &asJSON, "print a JSON object")
	return c
}

func (a *app) doctor(c *cobra.Command, asJSON bool) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	report, err := doctor.Doctor{
		Drivers: injectall.Drivers(), Catalog: s.catalog, Find: s.find, Runs: s.runs, Host: s.host, Dir: a.dir(),
	}.Examine(c.Context())
	if err != nil {
		return err
	}
	if asJSON {
		return a.printJSON(report)
	}
	return a.printReport(report)
}

func (a *app) printReport(r doctor.Report) error {
	var b strings.Builder
	for i, cli := range r.CLIs {
		if i > 0 {
			b.WriteByte('\n')
		}
		a.describe(&b, cli)
	}
	if len(r.Left) > 0 {
		b.WriteByte('\n')
	}
	for _, left := range r.Left {
		fmt.Fprintf(&b, "run %s was killed, but its %s still runs as process %d\n  -> kill %d\n", left.Run, left.CLI, left.PID, left.PID)
	}
	for _, warning := range r.Warnings {
		a.note("%s", warning)
	}
	_, err := fmt.Fprint(a.Stdout, plain.Text(b.String()))
	return err
}

func (a *app) describe(b *strings.Builder, cli doctor.CLI) {
	if cli.Installed {
		fmt.Fprintln(b, strings.TrimRight(cli.Title+" "+cli.Version, " "))
		fmt.Fprintf(b, "  program   %s\n", a.tilde(cli.Path))
	} else {
		fmt.Fprintf(b, "%s is not installed\n", cli.Title)
	}
	fmt.Fprintf(b, "  sessions  %d in %s\n", cli.Sessions, a.tilde(cli.Home))
	blocked := false
	for _, finding := range cli.Findings {
		label := "note"
		if finding.Severity == inject.Blocker {
			label, blocked = "blocked", true
		}
		fmt.Fprintf(b, "  %-8s  %s\n", label, finding.Text)
		if finding.Remedy != "" {
			fmt.Fprintf(b, "            -> %s\n", finding.Remedy)
		}
	}
	if !blocked {
		fmt.Fprintln(b, "  ready     nothing found that would keep a run from starting")
	}
}
