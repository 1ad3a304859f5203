package flags

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stead/cmd/stead/cli/setup"
)

// Settle normalizes the values of flags according to the word that their help uses for the value: a CLI's name becomes
// lower case, and ~ becomes the user's home.
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

// cliName returns the name of a CLI or format in lower case, as all of them are. The text after a colon is a model,
// whose case matters.
func cliName(text string) string {
	name, model, named := strings.Cut(text, ":")
	if !named {
		return strings.ToLower(name)
	}
	return strings.ToLower(name) + ":" + model
}
