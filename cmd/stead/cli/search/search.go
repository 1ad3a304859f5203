// Package search implements the verb search, which finds what was said and done in any session.
package search

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"stead/catalog/search"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
)

// options are the flags of the verb.
type options struct {
	limit         int
	order, to     string
	opens, asJSON bool
	scans         bool
	// arguments are those after --, for the CLI that is opened.
	arguments []string
}

// Commands returns the verb. Again makes the program carry out another command line.
func Commands(p *setup.Process, again func(context.Context, []string) error) []*cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "search QUERY...", Short: "Search all sessions of all CLIs",
		Long: "Search what was asked, answered, thought, called and returned in every session of every CLI, and count it exactly.\n\n" +
			"A word is a run of letters, digits and underscores, in upper or lower case; it is found whole: parser is not in\n" +
			"parsers. Accents count: café finds CAFÉ, but not cafe. All words must stand in one text: a prompt, an answer, a\n" +
			"call, its result.\n\n" +
			"  parser              a word\n" +
			"  \"the next token\"    words that follow each other\n" +
			"  needle-path.go      words joined by exactly these characters: - . / : @\n" +
			"  pars*               words that begin so\n" +
			"  -word -tool:read    without; goes with everything here\n" +
			"  tool:bash           calls of a tool and what they returned\n" +
			"  file:parser.go      calls that name this file\n" +
			"  role:user           also assistant, tool, or a kind of text: prompt, answer,\n" +
			"                      thinking, call, result, context\n" +
			"  project:app         sessions of a project: a folder's name, or its path\n" +
			"  cli:codex           sessions of a CLI\n" +
			"  since:2d            sessions changed since: 12h, 3w, yesterday, 2026-11-01\n\n" +
			"A query without a word, such as '=>', is searched for as it stands, in the sessions' files.\n\n" +
			"The first search reads the files and then makes an index, which later ones bring up to date. It may be deleted.\n" +
			"After stead join the sessions of all your machines are searched; a hit of another one begins with its name.\n" +
			"The exit code is 3 if nothing is found.",
		Example: "  stead search parser tests since:3d\n" +
			"  stead search '\"connection refused\" tool:bash -project:demo'\n" +
			"  stead search internal/parser.go --json | jq .hits\n" +
			"  stead search flaky test --open --to codex   continue it there at once",
		RunE: func(c *cobra.Command, args []string) error {
			words := o.split(args, c.ArgsLenAtDash())
			return find(c, p, words, o, again)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	set := c.Flags()
	set.IntVarP(&o.limit, "limit", "n", 20, "show `N` hits at most")
	set.StringVar(&o.order, "sort", string(search.ByRank), "the `ORDER`: rank (of the newest 1,000 hits), age")
	set.BoolVar(&o.opens, "open", false, "continue the session of the best hit, or of the one that you choose")
	set.StringVar(&o.to, "to", "", "with --open: the `CLI` to continue in")
	set.BoolVar(&o.scans, "scan", false, "search the sessions' files, not the index")
	flags.JSON(c, &o.asJSON, "print an object with the exact numbers of sessions and hits, and the rows")
	flags.Exclude(c, "json", "open")
	_ = c.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions(
		[]string{string(search.ByRank), string(search.ByAge)}, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("to", flags.CompleteReaders)
	machines.ByFlag(c)
	machines.Looks(c, "json", "limit", "sort")
	return []*cobra.Command{c}
}

// shield precedes an argument that belongs to the query although it begins like a flag. No argument of a process can
// contain it.
const shield = "\x00"

// Shield returns a command line in which exclusions of a search (-word) are not taken for flags.
func Shield(line []string) []string {
	if len(line) == 0 || line[0] != "search" {
		return line
	}
	shielded := append([]string{}, line...)
	for i, argument := range line {
		if argument == "--" {
			break
		}
		if isExclusion(argument) {
			shielded[i] = shield + argument
		}
	}
	return shielded
}

// isExclusion reports whether an argument excludes something. The one-letter flags are -h and -n.
func isExclusion(argument string) bool {
	rest, ok := strings.CutPrefix(argument, "-")
	if !ok || rest == "" || rest == "h" || strings.HasPrefix(rest, "-") {
		return false
	}
	return strings.Trim(strings.TrimPrefix(rest, "n"), "=0123456789") != "" || rest[0] != 'n'
}
