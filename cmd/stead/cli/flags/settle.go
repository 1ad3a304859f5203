package flags

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/setup"
)

// Settle brings what the flags were given into the form in which it is meant, by the word that their help has for it: a
// CLI's name is written small, the user's home stands in place of ~.
func Settle(p *setup.Process, c *cobra.Command) error {
	var failed error
	c.Flags().Visit(func(f *pflag.Flag) {
		word, _ := pflag.UnquoteUsage(f)
		meant := map[string]func(string) string{"CLI": cliName, "CLIS": cliName, "FORMAT": cliName, "FOLDER": p.Expand,
			"FILE": p.Expand}[word]
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

// cliName is a CLI's or format's name in small letters, as all of them are. What follows a colon is a model's, whose
// case counts.
func cliName(text string) string {
	name, model, named := strings.Cut(text, ":")
	if !named {
		return strings.ToLower(name)
	}
	return strings.ToLower(name) + ":" + model
}
