package template

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/internal/term/plain"
	"stead/orchestrator/templates"
)

func validateCommand(p *setup.Process) *cobra.Command {
	return &cobra.Command{
		Use: "validate [NAME or FILE...]", Short: "Check templates, by default all",
		ValidArgsFunction: flags.CompleteTemplate(p),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			l := flags.Library(p, s)
			if len(args) == 0 {
				args = l.Names()
			}
			for _, arg := range args {
				err = errors.Join(err, validateTemplate(p, l, arg))
			}
			return err
		},
	}
}

func validateTemplate(p *setup.Process, l templates.Library, nameOrFile string) error {
	t, err := l.Find(nameOrFile)
	if errors.Is(err, templates.ErrNotFound) && filepath.Base(nameOrFile) != strings.TrimSuffix(nameOrFile,
		templates.Extension) {
		t, err = templates.Read(p.Path(nameOrFile))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Term.Out, "%s is valid (%s)\n", plain.Line(t.Name),
		plain.Line(cmp.Or(t.Path, string(t.Origin))))
	return err
}
