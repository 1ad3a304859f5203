package memory

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"stead/catalog/memory"
	"stead/catalog/memory/recall"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
)

// mostRecalled is the maximum number of findings for an agent.
const mostRecalled = 10

type recallOptions struct {
	tokens int
	query  string
	asJSON bool
}

func recallCommand(p *setup.Process) *cobra.Command {
	var o recallOptions
	c := &cobra.Command{
		Use: "recall", Short: "Give an agent what earlier sessions taught about this folder",
		Long: "Print the ten pieces of knowledge that are most relevant for the current folder, as Markdown for a model: what you want, what was decided,\n" +
			"what failed and what cured it. It prints nothing where nothing was learnt. docs/recall.md shows how a CLI runs it at the start of each\n" +
			"session.",
		Example: "  stead recall\n  stead recall --tokens 500 --query \"database migration\"",
		Args:    flags.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return printRecall(c.Context(), p, o) },
	}
	set := c.Flags()
	set.IntVar(&o.tokens, "tokens", 2000, "as many tokens at most, `N`")
	set.StringVar(&o.query, "query", "", "what the work is about: `TEXT`; then other projects count, too")
	flags.JSON(c, &o.asJSON, "print a JSON array")
	return c
}

func printRecall(ctx context.Context, p *setup.Process, o recallOptions) error {
	if o.tokens < 1 {
		return failure.Usagef("--tokens must be at least 1")
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	words := recall.Words(o.query)
	all, err := candidates(ctx, s, p.Folder(), len(words) > 0)
	if err != nil {
		return err
	}
	chosen := recall.Choose(all, recall.Options{Folder: p.Folder(), Words: words, Now: s.Host.Now(), Tokens: o.tokens,
		Most: mostRecalled})
	if o.asJSON {
		return p.Term.Out.JSON(append([]recall.Piece{}, chosen...)) // prints [] instead of null
	}
	return recall.Write(p.Term.Out, chosen)
}

// candidates reads the findings that may be relevant for a folder: those made there and around it, and rules that were
// given several times. If the user gave words, it reads everything. A hook waits for this, so most findings stay
// unread.
func candidates(ctx context.Context, s *setup.Setup, folder string, hasWords bool) ([]recall.Piece, error) {
	org, err := recall.Open(s.Config.MemoryFolder())
	if err != nil || org == nil {
		return nil, err
	}
	defer func() { _ = org.Close() }()
	q := recall.Query{Tenant: s.Config.Memory.Tenant}
	if hasWords {
		return recall.Read(ctx, org, q)
	}
	folders, err := recall.Folders(ctx, org, q.Tenant)
	if err != nil {
		return nil, err
	}
	habits := recall.Query{Tenant: q.Tenant, Kinds: []memory.FindingKind{memory.SkillLearningKind}, Seen: 2}
	all, err := recall.Read(ctx, org, habits)
	if q.Folders = recall.Near(folder, folders); len(q.Folders) == 0 || err != nil {
		return all, err
	}
	near, err := recall.Read(ctx, org, q)
	known := map[string]bool{}
	for _, piece := range near {
		known[piece.ID] = true
	}
	return append(near, slices.DeleteFunc(all, func(p recall.Piece) bool { return known[p.ID] })...), err
}
