package session

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/catalog/search"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/forks"
	"stead/internal/render/transcript"
	"stead/internal/sys/dirs"
	"stead/timeline"
)

type listOptions struct {
	query        listing.Query
	since        string
	here, asJSON bool
}

func listCommand(p *setup.Process) *cobra.Command {
	var o listOptions
	c := &cobra.Command{
		Use: "list [WORD...]", Aliases: []string{"ls"}, Short: "List the sessions of all CLIs, the newest first",
		Long: "List the sessions of all CLIs, the newest first: each with where it comes from and what happens in it.\n\n" +
			"Copies that stead made and nobody has used since are folded under their original, sub-agents' sessions under the\n" +
			"session that started them: +2 counts them, --all shows them. A session in a worktree that stead made is shown\n" +
			"under the project. WORDs keep the sessions that have each of them in their title, project, branch, model or id,\n" +
			"or all of them in a text, once `stead search` has made an index of the texts.\n\n" +
			"STATE is \"working\" while an answer is made, \"waiting\" while a run of stead waits for you. Outside of stead's runs\n" +
			"a session counts as working when it changed within the last 30 seconds; `stead watch` follows them closely.",
		Example: "  stead list --here              the sessions of this folder\n" +
			"  stead list parser --since 3d   those of the last three days about a parser\n" +
			"  stead list --cli codex --sort size -n 5\n" +
			"  stead list --on desk           those of your machine desk alone\n" +
			"  stead list --json | jq -r '.[] | select(.project == \"/code/app\") | .reference'",
		RunE: func(c *cobra.Command, words []string) error {
			o.query.Words = words
			return list(c, p, o)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	set := c.Flags()
	set.StringVar(&o.query.CLI, "cli", "", "only the sessions of this `CLI`")
	set.StringVar(&o.query.Project, "project", "",
		"only the sessions of this `PROJECT`: a folder with all below it, or the name of one")
	set.BoolVar(&o.here, "here", false, "only the sessions of the current folder and those below")
	set.StringVar(&o.since, "since", "", "only what changed since this `TIME`: 3d, 12h, today, 2026-11-20")
	set.StringVar(&o.query.Model, "model", "", "only sessions whose model has this `NAME`, or a part of it")
	set.BoolVar(&o.query.Live, "live", false, "only sessions in which something happens now")
	set.BoolVar(&o.query.All, "all", false, "show copies and sub-agents' sessions too")
	set.StringVar(&o.query.Sort, "sort", "", "the `ORDER`: "+strings.Join(listing.Orders(), ", "))
	set.IntVarP(&o.query.Limit, "limit", "n", 0, "only the first `N`")
	flags.JSON(c, &o.asJSON, "print a JSON array")
	flags.Exclude(c, "project", "here")
	_ = c.RegisterFlagCompletionFunc("cli", flags.CompleteReaders)
	_ = c.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions(listing.Orders(), cobra.ShellCompDirectiveNoFileComp))
	machines.ByFlag(c)
	machines.Looks(c, "all", "cli", "json", "limit", "live", "model", "project", "since", "sort")
	return c
}

func list(c *cobra.Command, p *setup.Process, o listOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	now := s.Host.Now()
	if err := o.complete(p, now); err != nil {
		return err
	}
	found, err := s.Lister().List(c.Context(), o.query)
	if wrong := (*search.QueryError)(nil); errors.Is(err, listing.ErrQuery) || errors.As(err, &wrong) {
		return failure.Usage(err)
	}
	if err != nil {
		return err
	}
	mask := machines.MaskedText(p, s)
	for i := range found.Rows {
		found.Rows[i].Title = mask(found.Rows[i].Title)
	}
	found.Rows = o.withOthers(c, p, found.Rows)
	p.Term.Err.Warn(found.Warnings)
	if found.Shallow {
		p.Term.Err.Note(
			"no index of the sessions' texts is there, so only titles, projects, branches and models were searched: `stead search` makes it")
	}
	if o.asJSON {
		return p.Term.Out.JSON(found.Rows)
	}
	if len(found.Rows) == 0 {
		p.Term.Err.Note("there are no such sessions (%s)%s", found.Where, elsewhere(found.Elsewhere))
		return nil
	}
	return rows{p, now, p.Term.Out.Width()}.print(found.Rows)
}

// withOthers adds the sessions of the user's other machines. A folder of this machine excludes them, because they have
// no sessions in it.
func (o listOptions) withOthers(c *cobra.Command, p *setup.Process, own []listing.Row) []listing.Row {
	if dirs.IsPath(o.query.Project) {
		return own
	}
	others, notes := machines.Sessions(c.Context(), p, c, o.query)
	for _, n := range notes {
		p.Term.Err.Note("%s", n)
	}
	return listing.Merge(o.query, append(others, own)...)
}

// complete converts the user's flags to a query.
func (o *listOptions) complete(p *setup.Process, now time.Time) (err error) {
	switch {
	case o.here:
		o.query.Project = p.Folder()
	case dirs.IsPath(o.query.Project):
		o.query.Project = p.Path(o.query.Project)
	}
	if o.since == "" {
		return nil
	}
	if o.query.Since, err = listing.ParseSince(o.since, now); err != nil {
		return failure.Usage(err)
	}
	return nil
}

func elsewhere(copies int) string {
	if copies == 0 {
		return ""
	}
	return fmt.Sprintf("; --all lists the %s of other CLIs' sessions", transcript.Count(copies, "copy"))
}

// rows prints sessions for people.
type rows struct {
	p     *setup.Process
	now   time.Time
	width int
}

// wide is the minimum width at which the table names the original of a session, not only the relation to it.
const wide = 110

func (t rows) print(sessions []listing.Row) error {
	dim := func(string) string { return term.Dim }
	columns := []term.Column{
		{Title: "SESSION", Style: func(string) string { return term.Cyan }}, {Wish: term.Always, Style: dim},
		{Title: "STATE", Wish: term.Always, Style: styleOf},
		{Title: "AGE", Right: true, Style: dim}, {Title: "TURNS", Right: true, Wish: 6},
		{Title: "SIZE", Right: true, Wish: 3, Style: dim},
		{Title: "MODEL", Most: 20, Wish: 5}, {Title: "FROM", Most: 28, Wish: term.Always,
			Style: func(string) string { return term.Magenta }},
		{Title: "PROJECT", Most: 24, End: true}, {Title: "BRANCH", Most: 20, Wish: 4, Style: dim}, {Title: "TITLE"},
	}
	project := t.projects(sessions)
	cells := make([][]string, 0, len(sessions))
	for _, r := range sessions {
		cells = append(cells, []string{
			machines.Name(t.p, r.Reference), folded(r), state(r), term.Age(t.now.Sub(r.Updated)), turns(r), size(r), r.Model,
			t.from(r),
			project(r.Folder()), r.Branch, r.Title,
		})
	}
	return t.p.Term.Out.Table(columns, cells)
}

// projects returns a function that formats folders: as paths if there is room, or else as names. If several folders
// have the same name, it adds the name of the parent folder.
func (t rows) projects(sessions []listing.Row) func(folder string) string {
	if t.width == 0 || t.width >= wide {
		return t.p.Tilde
	}
	folders := map[string]string{}
	several := map[string]bool{}
	for _, r := range sessions {
		name := filepath.Base(r.Folder())
		if known, ok := folders[name]; ok && known != r.Folder() {
			several[name] = true
		}
		folders[name] = r.Folder()
	}
	return func(folder string) string {
		name := filepath.Base(folder)
		switch {
		case folder == "" || folder == t.p.Home():
			return t.p.Tilde(folder)
		case several[name]:
			return filepath.Join(filepath.Base(filepath.Dir(folder)), name)
		}
		return name
	}
}

func styleOf(state string) string {
	switch state {
	case string(listing.Waiting):
		return term.Yellow
	case away:
		return term.Dim
	}
	return term.Green
}

// folded returns the number of sessions that are folded under a row.
func folded(r listing.Row) string {
	if n := r.Copies + r.Subagents; n > 0 {
		return fmt.Sprintf("+%d", n)
	}
	return ""
}

// away replaces the state of a session whose machine is away.
const away = "away"

// state returns the state of a session. It is empty for idle sessions, which are the majority.
func state(r listing.Row) string {
	if !r.Seen.IsZero() {
		return away
	}
	if r.State == listing.Idle {
		return ""
	}
	return string(r.State)
}

// size returns the size of a session. It is empty if the size is unknown: OpenCode's sessions share a database.
func size(r listing.Row) string {
	if r.Bytes == 0 {
		return ""
	}
	return term.Size(r.Bytes)
}

func turns(r listing.Row) string {
	if r.Turns == 0 {
		return ""
	}
	return fmt.Sprint(r.Turns)
}

// from describes a session's relation to its original, and other places where the session exists.
func (t rows) from(r listing.Row) string {
	of := t.kin(r)
	if len(r.Also) == 0 {
		return of
	}
	also := "also on " + strings.Join(r.Also, ", ")
	if of == "" {
		return also
	}
	return of + ", " + also
}

// kin describes a session's relation to the one that it was made from.
func (t rows) kin(r listing.Row) string {
	word, ok := kinds[r.Origin.Kind]
	switch {
	case !ok:
		return r.Origin.Kind
	case r.From == "" || t.width > 0 && t.width < wide:
		return word.alone
	}
	return word.of + " " + r.From
}

// kinds are the relations between sessions, by the kind of lineage.
var kinds = map[string]struct{ alone, of string }{
	"":                       {},
	timeline.LineageContinue: {"continued", "continues"},
	timeline.LineageFork:     {"fork", "fork of"},
	forks.Mirror:             {"mirror", "mirror of"},
	timeline.LineageAB:       {"A/B copy", "A/B copy of"},
	timeline.LineageMerge:    {"merge", "merge into"},
	timeline.LineageEdit:     {"edited copy", "edited copy of"},
	timeline.LineageChain:    {"chain", "chain from"},
	timeline.LineageSubagent: {"sub-agent", "sub-agent of"},
}
