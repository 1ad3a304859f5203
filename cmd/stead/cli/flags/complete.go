package flags

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/cmd/stead/cli/setup"
	"stead/forks/draft"
	"stead/internal/term/plain"
	"stead/runs"
)

// CompleteReference proposes references for a command's only argument.
func CompleteReference(p *setup.Process) cobra.CompletionFunc {
	complete := CompleteReferences(p)
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(c, nil, typed)
	}
}

// CompleteReferences proposes references: first the CLIs, then the sessions of the typed one.
func CompleteReferences(p *setup.Process) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return proposeReferences(c.Context(), p, typed)
	}
}

func proposeReferences(ctx context.Context, p *setup.Process, typed string) ([]string, cobra.ShellCompDirective) {
	cli, _, qualified := strings.Cut(typed, ":")
	if !qualified {
		var names []string
		for _, r := range adapters.Readers() {
			names = append(names, fmt.Sprintf("%s:\t%s", r.Info().Name, r.Info().Title))
		}
		return append(names, "run:\tjournals of stead's runs", "draft:\tedited copies of sessions"),
			cobra.ShellCompDirectiveNoSpace
	}
	s, err := p.Load(nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	if cli == "run" {
		return proposeRuns(s.Runs), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	if cli == draft.Prefix {
		return proposeDrafts(s.Drafts().Folder), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	l, err := s.Catalog.List(ctx, catalog.Query{CLI: cli})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	proposals := []string{cli + ":latest\tthe newest", cli + ":.\tthe newest of this folder"}
	for _, session := range l.Sessions {
		proposals = append(proposals, l.Reference(session)+"\t"+plain.Fit(plain.Line(session.Title), 60))
	}
	return proposals, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// proposeRuns proposes the references that can follow "run:".
func proposeRuns(folder runs.Folder) []string {
	all, err := folder.All()
	if err != nil {
		return nil
	}
	proposals := []string{"run:latest\tthe last active"}
	for _, r := range all {
		proposals = append(proposals, fmt.Sprintf("run:%s\t%s, %s", r.ID, r.Route(), r.Status))
		for _, part := range r.NamedParts() {
			proposals = append(proposals, part.Reference+"\t"+part.Session)
		}
	}
	return proposals
}

// proposeDrafts proposes the references that can follow "draft:".
func proposeDrafts(folder draft.Folder) []string {
	all, err := folder.List()
	if err != nil {
		return nil
	}
	proposals := []string{"draft:latest\tthe one changed last"}
	for _, d := range all {
		proposals = append(proposals, d.Reference()+"\t"+plain.Fit(plain.Line(d.Source+" "+d.Title), 60))
	}
	return proposals
}

// CompleteReaders proposes the formats that can be read.
func CompleteReaders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return adapter.Names(adapters.Readers()), cobra.ShellCompDirectiveNoFileComp
}

// CompleteWriters proposes the formats that can be written.
func CompleteWriters(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return adapter.Names(adapters.Writers()), cobra.ShellCompDirectiveNoFileComp
}

// CompleteDrivers proposes the CLIs that can be started.
func CompleteDrivers(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return adapter.Names(adapters.Drivers()), cobra.ShellCompDirectiveNoFileComp
}

// CompleteTemplate proposes the names of templates.
func CompleteTemplate(p *setup.Process) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return proposeTemplates(p, args), cobra.ShellCompDirectiveNoFileComp
	}
}

func proposeTemplates(p *setup.Process, args []string) []string {
	s, err := p.Load(nil)
	if err != nil || len(args) > 0 {
		return nil
	}
	all, _ := Library(p, s).List()
	var proposals []string
	for _, t := range all {
		proposals = append(proposals, t.Name+"\t"+plain.Fit(plain.Line(t.Description), 60))
	}
	return proposals
}

// completeVariable proposes the variables of the template on the command line, and the values that a variable accepts.
func completeVariable(p *setup.Process) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		return proposeVariables(p, c, args, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

func proposeVariables(p *setup.Process, c *cobra.Command, args []string, typed string) []string {
	name := strings.Join(args, "")
	if flag := c.Flags().Lookup("template"); flag != nil {
		name = flag.Value.String()
	}
	s, err := p.Load(nil)
	if err != nil {
		return nil
	}
	t, err := Library(p, s).Find(name)
	if err != nil {
		return nil
	}
	var proposals []string
	typedName, _, given := strings.Cut(typed, "=")
	for _, v := range t.Variables {
		switch {
		case !given:
			proposals = append(proposals, v.Name+"=\t"+plain.Fit(plain.Line(v.Purpose()), 60))
		case v.Name == typedName:
			for _, choice := range v.Choices {
				proposals = append(proposals, v.Name+"="+choice)
			}
		}
	}
	return proposals
}
