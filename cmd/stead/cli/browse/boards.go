package browse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/orchestrator/chain"
	"stead/reach/remote"
	"stead/runs"
	"stead/timeline"
	"stead/ui/tui"
)

// mostRuns is the maximum number of runs in the list.
const mostRuns = 1000

// Runs implements tui.Machine.
func (m *machine) Runs(context.Context) (listing.Result, error) {
	all, err := m.s.Runs.All()
	if err != nil {
		return listing.Result{}, err
	}
	var result listing.Result
	for _, r := range all[:min(len(all), mostRuns)] {
		result.Rows = append(result.Rows, rowOf(r))
	}
	m.elsewhere.addRuns(&result)
	slices.SortStableFunc(result.Rows, newestFirst)
	return result, nil
}

func newestFirst(a, b listing.Row) int { return b.Updated.Compare(a.Updated) }

// rowOf converts a run to a session: the screen shows and continues its journal.
func rowOf(r runs.Run) listing.Row {
	row := listing.Row{
		Summary: timeline.Summary{
			CLI: r.To.CLI, ID: r.To.ID, Path: r.To.Path, Project: r.Dir, Updated: r.Started, Title: r.Route(),
		},
		Reference: "run:" + r.ID, State: listing.Idle, Origin: origin.Origin{Run: r.ID,
			State: signals.State(r.Shown(r.Alive()))},
	}
	if !r.Since.IsZero() {
		row.Updated = r.Since
	}
	if about := cmp.Or(r.About, r.Prompt, r.Reason); about != "" {
		row.Title += "  " + about
	}
	switch {
	case !r.Alive():
	case r.State.Waits():
		row.State = listing.Waiting
	default:
		row.State = listing.Working
	}
	return row
}

// Question implements tui.Machine.
func (m *machine) Question(_ context.Context, run string) (tui.Question, error) {
	if name, id, ok := remote.Split(run); ok {
		q, err := m.elsewhere.question(name, id)
		if err != nil {
			return tui.Question{}, err
		}
		return m.shown(q), nil
	}
	r, err := m.s.Active().Find(run)
	if err != nil {
		return tui.Question{}, err
	}
	q, err := active.QuestionOf(r)
	if err != nil {
		return tui.Question{}, err
	}
	return m.shown(q), nil
}

// shown converts a question to the form on the screen.
func (m *machine) shown(q active.Question) tui.Question {
	shown := tui.Question{ID: q.ID, Title: fmt.Sprintf("%s asks: %s", q.CLI, q.Tool), Options: q.Options}
	add := func(name, text string) {
		if text != "" {
			shown.Lines = append(shown.Lines, name+" "+text)
		}
	}
	add("folder", m.Tilde(q.Folder))
	add("agent ", q.Agent)
	add("reason", q.Reason)
	add("file  ", m.Tilde(q.Path))
	shown.Lines = append(shown.Lines, "")
	switch {
	case q.Command != "":
		shown.Lines = append(shown.Lines, strings.Split(q.Command, "\n")...)
	case q.Change != "":
		shown.Lines = append(shown.Lines, strings.Split(strings.TrimSuffix(q.Change, "\n"), "\n")...)
	default:
		shown.Lines = append(shown.Lines, q.About)
	}
	if q.Partial {
		shown.Lines = append(shown.Lines, "", "(This is the text on the CLI's screen, which cuts long requests.)")
	}
	return shown
}

// Counts implements tui.Machine. If the records of runs cannot be read, it counts nothing.
func (m *machine) Counts(context.Context) (c tui.Counts) {
	busy, _ := m.s.Active().Busy()
	for _, r := range busy {
		c.Active++
		if r.Alive() && r.State.Waits() {
			c.Waiting++
		}
	}
	for _, r := range m.elsewhere.runs(false) {
		if !r.Seen.IsZero() {
			continue // it is unknown whether the run is active
		}
		c.Active++
		if signals.State(r.State).Waits() {
			c.Waiting++
		}
	}
	return c
}

// Entries implements tui.Machine.
func (m *machine) Entries(ctx context.Context, of tui.View) ([]tui.Entry, error) {
	records := lists{m.s}
	switch of {
	case tui.Contests:
		return records.contests()
	case tui.Chains:
		return records.chains()
	case tui.Statistics:
		return statistics(), nil
	case tui.Knowledge:
		return records.knowledge(ctx)
	default:
		return nil, nil
	}
}

// lists builds the views that do not list sessions, from their records.
type lists struct{ setup *setup.Setup }

// contests returns each contest, followed by its contestants.
func (l lists) contests() ([]tui.Entry, error) {
	all, err := ab.Open(l.setup.Config.Folders.Data).All()
	if err != nil {
		return nil, err
	}
	var entries []tui.Entry
	for _, c := range all {
		entries = append(entries, tui.Entry{Heading: short(c.ID) + "  " + c.Started.Local().Format("2 January 15:04")},
			contestOf(c))
		for i, one := range c.Contestants {
			entries = append(entries, contestantOf(c, i+1, one))
		}
	}
	return entries, nil
}

func contestOf(c ab.Contest) tui.Entry {
	e := tui.Entry{Key: c.ID, Text: c.Prompt, Works: c.Alive(), Waits: !c.Alive() && c.Picked == nil && c.HasCopies(),
		Show: []string{"ab", "show", c.ID}}
	switch {
	case c.Alive():
		e.Acts = append(e.Acts, tui.Act{Key: "S", Does: "end it", Line: []string{"ab", "stop", c.ID},
			Asks: "end the contest? what was done stays"})
	case c.HasCopies():
		e.Acts = append(e.Acts, tui.Act{Key: "D", Does: "remove the copies", Line: []string{"ab", "clean", c.ID},
			Asks: "remove the copies of the folder?"})
	}
	return e
}

func contestantOf(c ab.Contest, number int, one ab.Contestant) tui.Entry {
	cells := []string{one.Name, string(one.State)}
	if one.Checked != nil {
		cells = append(cells, map[bool]string{true: "✓ check", false: "✗ check"}[one.Checked.ExitCode == 0])
	}
	cells = append(cells, fmt.Sprintf("+%d −%d", one.Added, one.Deleted),
		fmt.Sprintf("%dk tok", (one.Usage.Input+one.Usage.Output+500)/1000))
	if one.Cost > 0 {
		cells = append(cells, fmt.Sprintf("$%.2f", one.Cost))
	}
	if took := time.Duration(one.DurationMS) * time.Millisecond; took > 0 {
		cells = append(cells, took.Round(time.Second).String())
	}
	e := tui.Entry{Key: c.ID + "/" + one.Name, Works: !one.State.Ended(),
		Show: []string{"ab", "diff", c.ID, fmt.Sprint(number)}}
	if c.Picked != nil && c.Picked.Name == one.Name {
		cells = append(cells, "picked")
	} else if one.State == ab.Done && !c.Alive() {
		e.Acts = []tui.Act{pickOf(c, number, one)}
	}
	if one.Run != "" && !one.State.Ended() {
		e.Acts = append(e.Acts, tui.Act{Key: "w", Does: "watch", Line: []string{"logs", "--follow", one.Run}, Leaves: true})
	}
	e.Text = "  " + strings.Join(cells, "  ")
	return e
}

// pickOf returns the act that picks a contestant. Its question mentions a failed check.
func pickOf(c ab.Contest, number int, one ab.Contestant) tui.Act {
	act := tui.Act{
		Key: "P", Does: "pick", Line: []string{"ab", "pick", c.ID, fmt.Sprint(number)},
		Asks: "bring the work of " + one.Name + " into your folder?",
	}
	if one.FailedCheck() {
		act.Line = append(act.Line, "--force")
		act.Asks = "the work of " + one.Name + " did not pass the check: bring it into your folder all the same?"
	}
	return act
}

func (l lists) chains() ([]tui.Entry, error) {
	all, err := chain.Open(l.setup.Config.Folders.Data).All()
	if err != nil {
		return nil, err
	}
	entries := make([]tui.Entry, 0, len(all))
	for _, c := range all {
		entries = append(entries, chainOf(c))
	}
	return entries, nil
}

func chainOf(c chain.Chain) tui.Entry {
	var steps []string
	for i, s := range c.Recipe.Steps {
		mark := ""
		switch {
		case i < c.Next || c.Status == chain.Completed:
			mark = " ✓"
		case i == c.Next && c.Alive():
			mark = " ▶"
		case i == c.Next && c.Status == chain.Waiting:
			mark = " ‖"
		case i == c.Next && c.Status != chain.Running:
			mark = " ✗"
		}
		steps = append(steps, s.Name+mark)
	}
	e := tui.Entry{
		Key: c.ID, Text: strings.Join([]string{short(c.ID), c.Name, string(c.Status), strings.Join(steps, " ─ ")}, "  "),
		Works: c.Alive(), Waits: c.Status == chain.Waiting, Show: []string{"chain", "show", c.ID},
	}
	resume := []string{"chain", "resume", c.ID}
	switch {
	case c.Status == chain.Waiting:
		e.Acts = []tui.Act{
			{Key: "A", Does: "approve", Line: append(slices.Clone(resume), "--approve"), Asks: "start the step that waits?",
				Leaves: true},
			{Key: "R", Does: "reject", Line: append(slices.Clone(resume), "--reject"), Asks: "end the chain here?"},
		}
	case !c.Alive() && c.Status != chain.Completed:
		e.Acts = []tui.Act{{Key: "R", Does: "resume", Line: resume, Asks: "resume the chain?", Leaves: true}}
	}
	return e
}

// shortest is the number of last characters of an id that usually identify it.
const shortest = 4

func short(id string) string { return id[max(0, len(id)-shortest):] }

func statistics() (entries []tui.Entry) {
	for _, by := range []struct{ by, text string }{
		{"day", "by day"}, {"cli", "by CLI"}, {"model", "by model"}, {"project", "by project"}, {"tool", "by tool"},
		{"cli,model", "by CLI and model"},
	} {
		entries = append(entries, tui.Entry{Key: by.by, Text: by.text, Show: []string{"stats", "--by", by.by}, IsTable: true})
	}
	return entries
}
