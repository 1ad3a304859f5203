package flags_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
)

func TestFlagsAreSettledByTheirKind(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=/home/u"}, "/", nil, nil, nil)
	c := &cobra.Command{Use: "x"}
	to := c.Flags().String("to", "", "the `CLI`")
	with := c.Flags().StringSlice("with", nil, "the `CLIS`")
	cwd := c.Flags().String("cwd", "", "the `FOLDER`")
	text := c.Flags().String("text", "", "a `TEXT`")
	unset := c.Flags().String("format", "KEPT", "the `FORMAT`")
	if err := c.ParseFlags([]string{"--to", "Codex", "--with", "CLAUDE:Opus,Pi", "--cwd", "~/x", "--text",
		"~/X"}); err != nil {
		t.Fatal(err)
	}
	if err := flags.Settle(p, c); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(append(*with, *to, *cwd, *text, *unset),
		" "); got != "claude:Opus pi codex /home/u"+filepath.FromSlash("/x")+" ~/X KEPT" {
		t.Errorf("they are %s", got)
	}
	given := flags.Given(c, map[string]string{"a": "to", "b": "format"})
	if a, b := given["a"], given["b"]; !a.Changed || a.Value.String() != "codex" || b.Changed {
		t.Errorf("given are %v", given)
	}
}

func TestOneReferenceIsDemanded(t *testing.T) {
	c := &cobra.Command{Use: "show REFERENCE"}
	for count, want := range []string{"show: name a session, such as claude:latest", "", "show: name one session, not 2"} {
		got := ""
		if err := flags.OneReference(c, make([]string, count)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%d arguments: %q", count, got)
		}
	}
}
