package chain

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/orchestrator/chain"
	"stead/runs"
	"stead/runs/dated"
)

// find returns the named chain, or the latest one.
func find(p *setup.Process, args []string) (*setup.Setup, chain.Chain, error) {
	s, err := p.Load(nil)
	if err != nil {
		return nil, chain.Chain{}, err
	}
	name := dated.Latest
	if len(args) > 0 {
		name = args[0]
	}
	c, err := chain.Open(s.Config.Folders.Data).Find(name)
	return s, c, err
}

func showCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "show [ID]", Short: "Show what a chain has done, and its last answer", Args: flags.AtMost(1),
		RunE: func(_ *cobra.Command, args []string) error {
			_, found, err := find(p, args)
			switch {
			case err != nil:
				return err
			case asJSON:
				return p.Term.Out.JSON(found)
			}
			if err := writeChain(p, p.Term.Out, found); err != nil {
				return err
			}
			if _, err := io.WriteString(p.Term.Out, lastAnswer(found)); err != nil {
				return err
			}
			if found.Status != chain.Completed && !found.Alive() {
				p.Term.Err.Message("continue   %s", goOnWith(found))
			}
			return nil
		},
	}
	flags.JSON(c, &asJSON, "print the chain's record")
	c.ValidArgsFunction = completeChains(p)
	return c
}

// completeChains proposes chains.
func completeChains(p *setup.Process) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return proposals(p), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

func proposals(p *setup.Process) []string {
	s, err := p.Load(nil)
	if err != nil {
		return nil
	}
	all, _ := chain.Open(s.Config.Folders.Data).All() // unreadable chains are not proposed
	proposals := make([]string, 0, len(all))
	for _, c := range all {
		proposals = append(proposals, fmt.Sprintf("%s\t%s", c.ID, plain.Line(strings.TrimSpace(c.Name+" "+chainState(c)))))
	}
	return proposals
}

// lastAnswer returns the last answer, separated by a blank line.
func lastAnswer(c chain.Chain) string {
	for i := len(c.Attempts) - 1; i >= 0; i-- {
		if text := c.Attempts[i].Text; text != "" {
			return "\n" + plain.Text(text) + "\n"
		}
	}
	return ""
}

func listCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Aliases: []string{"ls"}, Short: "List the chains, the newest first", Args: flags.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			all, err := chain.Open(s.Config.Folders.Data).All()
			switch {
			case err != nil:
				return err
			case asJSON:
				return p.Term.Out.JSON(all)
			case len(all) == 0:
				p.Term.Err.Note("there are no chains")
				return nil
			}
			return printChains(p.Term, all, s.Host.Now())
		},
	}
	flags.JSON(c, &asJSON, "print a JSON array of their records")
	return c
}

func printChains(t *term.Terminal, all []chain.Chain, now time.Time) error {
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.ID
	}
	short, rows := dated.Short(ids), make([][]string, 0, len(all))
	for _, c := range all {
		rows = append(rows, []string{
			short[c.ID], c.Name, chainState(c), fmt.Sprintf("%d/%d", c.Next, len(c.Recipe.Steps)), filepath.Base(c.Dir),
			term.Age(now.Sub(c.Started)), stepOf(c),
		})
	}
	columns := []term.Column{
		{Title: "CHAIN"}, {Title: "NAME", Most: 20}, {Title: "STATE"}, {Title: "STEPS"},
		{Title: "PROJECT", Most: 14, End: true}, {Title: "AGE"}, {Title: "AT"},
	}
	return t.Out.Table(columns, rows)
}

// chainState returns one word for the state of a chain.
func chainState(c chain.Chain) string {
	if c.Status == chain.Running && !c.Alive() {
		return runs.ShownDead
	}
	return string(c.Status)
}

func stepOf(c chain.Chain) string {
	step, _ := c.Step()
	return step.Name
}

// attemptState returns one word for the state of an attempt. For an unfinished attempt in a chain that no process runs,
// it is the state of the chain.
func attemptState(c chain.Chain, one chain.Attempt) string {
	if one.State.Ended() || c.Alive() {
		return string(one.State)
	}
	return chainState(c)
}

// shortRun returns the short name of an attempt's run, or of its A/B.
func shortRun(one chain.Attempt) string {
	id := cmp.Or(one.Run, one.Contest)
	return id[strings.LastIndex(id, "-")+1:]
}

// worker returns the CLI of an attempt, with its machine if that is another one.
func worker(one chain.Attempt) string {
	if one.Machine == "" {
		return one.CLI
	}
	return one.CLI + "@" + one.Machine
}

// checkLines is the number of lines shown from the end of a check's output.
const checkLines = 10

// checkSaid returns the end of the last check's output, if the check failed.
func checkSaid(c chain.Chain) string {
	if len(c.Attempts) == 0 {
		return ""
	}
	check := c.Attempts[len(c.Attempts)-1].Check
	if check == nil || check.ExitCode == 0 || strings.TrimSpace(check.Output) == "" {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(plain.Text(check.Output)), "\n")
	return "\nthe check's output:\n" + strings.Join(lines[max(len(lines)-checkLines, 0):], "\n") + "\n"
}

// writeChain writes what a chain has done, one row per attempt.
func writeChain(p *setup.Process, w io.Writer, c chain.Chain) error {
	columns := []term.Column{
		{Title: "STEP", Most: 20}, {Title: "CLI", Most: 24}, {Title: "STATE"}, {Title: "RUN"}, {Title: "TURNS"},
		{Title: "TOKENS"},
		{Title: "COST"}, {Title: "TIME"}, {Title: "FILES"}, {Title: "WHY"},
	}
	var rows [][]string
	for _, one := range c.Attempts {
		rows = append(rows, []string{
			attemptName(one), worker(one), attemptState(c, one), shortRun(one), fmt.Sprint(one.Turns),
			term.Amount(one.Usage.Input + one.Usage.Output), term.Dollars(one.Cost),
			(time.Duration(one.DurationMS) * time.Millisecond).Round(time.Second).String(), fmt.Sprint(len(one.Files)),
			one.Reason,
		})
	}
	if err := term.WriteTable(w, p.Term.Out.Width(), columns, rows); err != nil {
		return err
	}
	said := fmt.Sprintf("%s\nchain      %s: %s\n", checkSaid(c), c.ID, term.Because(chainState(c), c.Reason))
	if c.Tree != nil {
		said += fmt.Sprintf("work       on the branch %s, in %s\n", c.Tree.Branch, plain.Line(p.Tilde(c.Tree.Dir())))
	}
	_, err := io.WriteString(w, said)
	return err
}

func removeCommand(p *setup.Process) *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use: "rm ID...", Short: "Remove the records and worktrees of chains", Args: flags.AtLeast(1),
		ValidArgsFunction: completeChains(p),
		Long:              "Remove the records and worktrees of chains. Sessions, runs and the branches of worktrees stay.",
		RunE: func(c *cobra.Command, args []string) error {
			for _, name := range args {
				s, found, err := find(p, []string{name})
				if err != nil {
					return err
				}
				engine := &chain.Engine{Chains: chain.Open(s.Config.Folders.Data)}
				if err := engine.Remove(c.Context(), found.ID, force); err != nil {
					return err
				}
			}
			return nil
		},
	}
	c.Flags().BoolVarP(&force, "force", "f", false,
		"also remove a worktree whose repository is gone, with everything in it")
	return c
}
