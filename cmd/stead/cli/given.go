package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/internal/tilde"
)

// settleFlags brings what the flags were given into the form in which it is meant, by the word that their help has for it.
func (a *app) settleFlags(c *cobra.Command) error {
	var failed error
	c.Flags().Visit(func(f *pflag.Flag) {
		word, _ := pflag.UnquoteUsage(f)
		meant := map[string]func(string) string{"CLI": cliName, "CLIS": cliName, "FORMAT": cliName, "FOLDER": a.expand, "FILE": a.expand}[word]
		if meant == nil || failed != nil {
			return
		}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			items := several.GetSlice()
			for i := range items {
				items[i] = meant(items[i])
			}
			failed = several.Replace(items)
			return
		}
		failed = f.Value.Set(meant(f.Value.String()))
	})
	return failed
}

// cliName is a CLI's or format's name in small letters, as all of them are. What follows a colon is a model's, whose case counts.
func cliName(text string) string {
	name, model, named := strings.Cut(text, ":")
	if !named {
		return strings.ToLower(name)
	}
	return strings.ToLower(name) + ":" + model
}

// expand puts the user's home in place of ~.
func (a *app) expand(path string) string { return tilde.Expand(path, a.home()) }

// path makes a path that the user has given absolute.
func (a *app) path(path string) string {
	if path = a.expand(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.dir(), path)
}

// tilde returns a path with ~ in place of the user's home.
func (a *app) tilde(path string) string { return tilde.Shorten(path, a.home()) }
