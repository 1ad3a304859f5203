package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/internal/plain"
	"stead/templates"
)

func (a *app) templateValidateCommand() *cobra.Command {
	return &cobra.Command{
		Use: "validate [NAME or FILE...]", Short: "Check templates; without a name all of them", ValidArgsFunction: a.completeTemplate,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			l := a.library(s)
			if len(args) == 0 {
				args = l.Names()
			}
			for _, arg := range args {
				err = errors.Join(err, a.validateTemplate(l, arg))
			}
			return err
		},
	}
}

func (a *app) validateTemplate(l templates.Library, nameOrFile string) error {
	t, err := l.Find(nameOrFile)
	if errors.Is(err, templates.ErrNotFound) && filepath.Base(nameOrFile) != strings.TrimSuffix(nameOrFile, templates.Extension) {
		t, err = templates.Read(a.path(nameOrFile))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Stdout, "%s is sound (%s)\n", plain.Line(t.Name), plain.Line(cmp.Or(t.Path, string(t.Origin))))
	return err
}
