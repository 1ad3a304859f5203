package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stead/catalog/listing"
	"stead/catalog/memory"
	"stead/catalog/memory/recall"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/sys/dirs"
	"stead/internal/term/plain"
)

type knowledgeOptions struct {
	kinds          []string
	since, project string
	limit          int
	here, asJSON   bool
}

func knowledgeCommand(p *setup.Process) *cobra.Command {
	var o knowledgeOptions
	c := &cobra.Command{
		Use: "knowledge [WORD...]", Short: "Show what was learnt in earlier sessions",
		Long: "Show what was learnt in earlier sessions, the latest first: decisions, failures with what cured them, rules by which you corrected an\n" +
			"assistant, and what is done again and again. `stead session extract` finds it, by rules. trust says how many of ten such findings are\n" +
			"right, divided by ten: rules take some sentences for decisions that are none. WORDs keep what has each of them.",
		Example: "  stead session knowledge sqlite               what has to do with SQLite\n" +
			"  stead session knowledge --kind error --here  failures in this folder\n" +
			"  stead session knowledge --json | jq -r '.[] | select(.confidence > .9).text'",
		RunE: func(c *cobra.Command, words []string) error { return showKnowledge(c.Context(), p, o, words) },

		ValidArgsFunction: cobra.NoFileCompletions,
	}
	set := c.Flags()
	set.StringSliceVar(&o.kinds, "kind", nil, "only this `KIND`: decision, error, rule, pattern")
	set.StringVar(&o.since, "since", "", "only what was seen since this `TIME`: 3d, 12h, today, 2026-11-20")
	set.StringVar(&o.project, "project", "",
		"only what was learnt in this `PROJECT`: a folder with all below it, or the name of one")
	set.BoolVar(&o.here, "here", false, "only what was learnt in the current folder and those below")
	set.IntVarP(&o.limit, "limit", "n", 0, "only the first `N`")
	flags.JSON(c, &o.asJSON, "print a JSON array")
	flags.Exclude(c, "project", "here")
	_ = c.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(kindNames(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

// kinds maps the names that people use to kinds of findings.
var kinds = []struct {
	name string
	kind memory.FindingKind
}{{"decision", memory.DecisionKind}, {"error", memory.ErrorSolutionKind}, {"rule",
	memory.SkillLearningKind}, {"pattern", memory.PatternKind}}

func kindNames() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// nameOf returns the name of a kind.
func nameOf(kind memory.FindingKind) string {
	for _, k := range kinds {
		if k.kind == kind {
			return k.name
		}
	}
	return string(kind)
}

func showKnowledge(ctx context.Context, p *setup.Process, o knowledgeOptions, words []string) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	q, err := o.query(p, s, words)
	if err != nil {
		return failure.Usage(err)
	}
	pieces, err := s.Knowledge(ctx, q)
	if err != nil {
		return err
	}
	if o.asJSON {
		return p.Term.Out.JSON(append([]recall.Piece{}, pieces...)) // prints [] instead of null
	}
	if len(pieces) == 0 {
		p.Term.Err.Note("nothing of that kind was learnt; `stead session extract` looks at what is new")
		return nil
	}
	return printPieces(p.Term, pieces)
}

func (o knowledgeOptions) query(p *setup.Process, s *setup.Setup, words []string) (q recall.Query, err error) {
	q = recall.Query{Words: strings.Fields(strings.Join(words, " ")), Project: o.project, Limit: o.limit}
	if dirs.IsPath(q.Project) {
		q.Project = p.Path(q.Project)
	}
	if o.here {
		q.Project = p.Folder()
	}
	if o.since != "" {
		if q.Since, err = listing.ParseSince(o.since, s.Host.Now()); err != nil {
			return q, fmt.Errorf("--since: %w", err)
		}
	}
	if o.limit < 0 {
		return q, fmt.Errorf("--limit %d: it must not be negative", o.limit)
	}
	for _, name := range o.kinds {
		at := slices.Index(kindNames(), strings.ToLower(name))
		if at < 0 {
			return q, fmt.Errorf("--kind %s: there is no such kind: use %s", name, strings.Join(kindNames(), ", "))
		}
		q.Kinds = append(q.Kinds, kinds[at].kind)
	}
	return q, nil
}

// indent precedes a finding's text.
const indent = "    "

// printPieces prints the facts about each finding and then, below them, its text, which may take several lines.
func printPieces(t *term.Terminal, pieces []recall.Piece) error {
	var b strings.Builder
	for _, p := range pieces {
		about := []string{nameOf(p.Kind), fmt.Sprintf("trust %.2f", p.Confidence), times(p.Seen)}
		if !p.Last.IsZero() {
			about = append(about, p.Last.Local().Format("2006-01-02"))
		}
		if p.Superseded {
			about = append(about, "replaced by a later decision")
		}
		b.WriteString(strings.Join(about, ", ") + ": " + place(p) + "\n")
		for line := range strings.Lines(p.Text) {
			for wrapped := range strings.Lines(plain.Wrap(plain.Line(line), max(0, t.Out.Width()-len(indent)))) {
				b.WriteString(indent + strings.TrimRight(wrapped, " \n") + "\n")
			}
		}
	}
	_, err := t.Out.Write([]byte(b.String()))
	return err
}

func times(n int) string {
	if n == 1 {
		return "seen once"
	}
	return fmt.Sprintf("seen %d times", n)
}

// place returns the arguments with which `stead show` shows where a finding was last seen.
func place(p recall.Piece) string {
	if p.Turn == 0 {
		return plain.Line(p.Reference)
	}
	return fmt.Sprintf("%s --turn %d", plain.Line(p.Reference), p.Turn)
}
