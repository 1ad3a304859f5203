package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/internal/plain"
	"stead/runs"
)

// states of a run in lists, beside those of package signs.
const (
	// stateDead: stead was killed and the run has no end.
	stateDead = "dead"
	// stateRunning: the run is of a stead that told no states.
	stateRunning = "running"
)

// listedRun is a run as ps --json prints it.
type listedRun struct {
	runs.Run
	// Shown is the state that ps shows, Alive whether the run's process lives.
	Shown   string `json:"shown"`
	Alive   bool   `json:"alive"`
	Journal string `json:"journal"`
}

func (a *app) psCommand() *cobra.Command {
	var all, asJSON bool
	c := &cobra.Command{
		Use: "ps", Aliases: []string{"runs"}, Short: "List the runs that go on", Args: cobra.NoArgs,
		Long: "List the runs that go on, the newest first, with what each waits for. A run is dead when its stead was killed before it\n" +
			"could end: what was captured until then is there.",
		Example: "  stead ps            what goes on\n" +
			"  stead ps --all      what has ended, too\n" +
			"  stead ps --json | jq -r '.[] | select(.shown == \"permission\").run'",
		RunE: func(*cobra.Command, []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			return a.ps(s, all, asJSON)
		},
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "list the runs that have ended, too")
	jsonFlag(c, &asJSON, "print a JSON array")
	return c
}

func (a *app) ps(s *setup, withEnded, asJSON bool) error {
	all, err := s.runs.All()
	if err != nil {
		return err
	}
	short, shown := runs.Short(all), make([]listedRun, 0, len(all))
	for _, r := range all {
		if withEnded || r.Status == runs.Running {
			shown = append(shown, asListedRun(s, r))
		}
	}
	switch {
	case asJSON:
		return a.printJSON(shown)
	case len(shown) > 0:
		return a.printRuns(shown, short, s.host.Now())
	case withEnded || len(all) == 0:
		a.note("there are no runs")
	default:
		a.note("no run goes on (--all lists the %d that have ended)", len(all))
	}
	return nil
}

func asListedRun(s *setup, r runs.Run) listedRun {
	alive := r.Alive()
	return listedRun{Run: r, Shown: shownState(r, alive), Alive: alive, Journal: s.runs.Journal(r.ID)}
}

// shownState says in a word how a run is.
func shownState(r runs.Run, alive bool) string {
	switch {
	case r.Status == runs.Running && !alive:
		return stateDead
	case r.Status == runs.Running:
		return cmp.Or(string(r.State), stateRunning)
	case r.Status == runs.Completed:
		return "done"
	case r.Status == runs.Failed && r.State.Ended():
		return string(r.State)
	}
	return string(r.Status)
}

// printRuns prints a table with a line below each run that has more to say.
func (a *app) printRuns(shown []listedRun, short map[string]string, now time.Time) error {
	columns := []column{
		{title: "RUN"}, {title: "STATE"}, {title: "FROM->TO", most: 30, end: true}, {title: "PROJECT", most: 14, end: true}, {title: "AGE"},
		{title: "TURNS"}, {title: "TOKENS"}, {title: "COST"},
	}
	rows := make([][]string, 0, len(shown))
	for _, r := range shown {
		rows = append(rows, []string{
			short[r.ID], r.Shown, route(r.Run), filepath.Base(r.Dir), age(now.Sub(r.Started)), fmt.Sprint(r.Turns),
			amount(r.Usage.Input + r.Usage.Output), cost(r.Cost),
		})
	}
	var table strings.Builder
	if err := writeTable(&table, a.width(), columns, rows); err != nil {
		return err
	}
	var b strings.Builder
	for i, line := range slices.Collect(strings.Lines(table.String())) {
		b.WriteString(line)
		if i > 0 {
			a.writeRemark(&b, shown[i-1], short[shown[i-1].ID])
		}
	}
	_, err := io.WriteString(a.Stdout, b.String())
	return err
}

const remarkIndent = "      "

// writeRemark writes what the CLI, or stead, has to say of the run's state.
func (a *app) writeRemark(b *strings.Builder, r listedRun, name string) {
	remark := r.About
	switch {
	case r.Shown == stateDead && r.Child.Alive():
		remark = fmt.Sprintf("stead was killed, but its %s still runs (end it with: kill %d)", r.To.CLI, r.Child.PID)
	case r.Shown == stateDead:
		remark = fmt.Sprintf("stead was killed; see it: stead logs %s, go on: stead run --resume %[1]s", name)
	case r.Status != runs.Running:
		remark = r.Reason
	}
	if remark = plain.Line(remark); remark != "" {
		width := a.width()
		if width > 0 {
			width = max(width-len(remarkIndent), 1)
		}
		b.WriteString(remarkIndent + plain.Fit(remark, width) + "\n")
	}
}

// route names the CLIs that a run went through.
func route(r runs.Run) string {
	names := []string{r.From.CLI}
	for _, hop := range r.Hops {
		names = append(names, hop.To.CLI)
	}
	return strings.Join(append(names, r.To.CLI), "->")
}

// amount writes a large number as people say it.
func amount(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

// cost writes US dollars. Nothing when the CLI tells nothing.
func cost(dollars float64) string {
	if dollars == 0 {
		return ""
	}
	return fmt.Sprintf("$%.2f", dollars)
}
