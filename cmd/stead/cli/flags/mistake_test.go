package flags_test

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
)

// tree is a program with one verb that has flags of all kinds, and with one that only holds others.
func tree() *cobra.Command {
	root := &cobra.Command{Use: "stead", SilenceErrors: true, SilenceUsage: true}
	one := &cobra.Command{Use: "one", Args: flags.AtMost(1), RunE: func(*cobra.Command, []string) error { return nil }}
	set := one.Flags()
	set.Duration("timeout", time.Second, "")
	set.IntP("limit", "n", 0, "print `N` rows")
	set.Float64("cost", 0, "")
	set.Bool("raw", false, "")
	set.Bool("json", false, "")
	set.String("to", "", "the target `CLI`")
	flags.Exclude(one, "json", "raw")
	_ = one.MarkFlagRequired("to")
	root.AddCommand(one, flags.Group(&cobra.Command{Use: "session"}, &cobra.Command{Use: "list"}))
	flags.Explain(root)
	return root
}

func TestMistakesAreToldInPlainWords(t *testing.T) {
	for line, want := range map[string]string{
		"one --to codex a":            "",
		"one --to codex a b":          "one takes at most 1 argument, not 2",
		"one --tow codex":             "unknown flag: --tow",
		"one -x":                      "unknown flag: -x",
		"one --to":                    "--to needs a value: --to CLI",
		"one -n":                      "--limit needs a value: --limit N",
		"one --=x":                    "--=x is no flag",
		"one --timeout 5":             "--timeout 5: the unit is missing: write 5s, 5m or 5h",
		"one --timeout soon":          "--timeout soon: this is no duration, such as 90s, 5m or 2h",
		"one -n x":                    "--limit x: this is no whole number",
		"one -n 99999999999999999999": "--limit 99999999999999999999: the number is too large",
		"one --cost x":                "--cost x: this is no number",
		"one --raw=x":                 "--raw x: write true or false",
		"one --to codex --json --raw": "--json and --raw exclude each other: use one of them",
		"one":                         "one needs --to CLI",
		"session lst":                 `there is no command "stead session lst"`,
	} {
		root := tree()
		root.SetArgs(strings.Fields(line))
		err := root.Execute()
		got := ""
		if err != nil {
			got = err.Error()
		}
		if code, _ := failure.Code(err); got != want || code != failure.WrongUsage && err != nil {
			t.Errorf("%s:\ngot  %s (exit code %d)\nwant %s", line, got, code, want)
		}
	}
}

func TestNumbersOfArgumentsAreChecked(t *testing.T) {
	c := &cobra.Command{Use: "x"}
	for _, one := range []struct {
		check cobra.PositionalArgs
		count int
		want  string
	}{
		{flags.Exactly(1), 0, "x takes 1 argument, not 0"}, {flags.Exactly(2), 2, ""},
		{flags.AtLeast(2), 1, "x takes at least 2 arguments, not 1"}, {flags.AtLeast(1), 9, ""},
		{flags.AtMost(1), 2, "x takes at most 1 argument, not 2"}, {flags.AtMost(1), 0, ""},
		{flags.Between(3, 4), 5, "x takes 3 to 4 arguments, not 5"}, {flags.Between(3, 4), 4, ""},
		{flags.NoArgs, 1, `x takes no arguments, not ""`}, {flags.NoArgs, 0, ""},
	} {
		got := ""
		if err := one.check(c, make([]string, one.count)); err != nil {
			got = err.Error()
		}
		if got != one.want {
			t.Errorf("%d arguments: got %q, want %q", one.count, got, one.want)
		}
	}
}

func TestUnknownCommandHasThoseThatLookLikeIt(t *testing.T) {
	group := flags.Group(&cobra.Command{Use: "session"}, &cobra.Command{Use: "list", Run: func(*cobra.Command, []string) {}})
	err := group.RunE(group, []string{"lst"})
	if f := failure.Describe(err); f.Tip != "did you mean list?" || !f.Usage || f.Code != failure.WrongUsage {
		t.Errorf("it is %+v", f)
	}
}
