package cli

import (
	"errors"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestLibrariesErrorsAreInPlainWords takes the errors from the libraries themselves, so that one whose words change is
// noticed.
func TestLibrariesErrorsAreInPlainWords(t *testing.T) {
	c := &cobra.Command{Use: "x"}
	c.Flags().Duration("timeout", time.Second, "")
	c.Flags().Bool("raw", false, "")
	c.Flags().Bool("json", false, "")
	c.MarkFlagsMutuallyExclusive("json", "raw")
	both := c.ParseFlags([]string{"--json", "--raw"})
	if both == nil {
		both = c.ValidateFlagGroups()
	}
	for want, err := range map[string]error{
		"2 arguments were given, but this command takes at most 1": cobra.MaximumNArgs(1)(c, []string{"a", "b"}),
		"no argument was given, but this command takes 1":          cobra.ExactArgs(1)(c, nil),
		"1 argument was given, but this command takes at least 2":  cobra.MinimumNArgs(2)(c, []string{"a"}),
		"--timeout 5: the unit is missing: write 5s, 5m or 5h":     c.ParseFlags([]string{"--timeout", "5"}),
		"--json and --raw exclude each other: use one of them":     both,
		"another": errors.New("another"),
	} {
		if got := inPlainWords(err).Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
