package cli

import (
	"os"
	"slices"
	"strings"
	"testing"

	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/search"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
)

// TestAViewerGivesFlagsThatLook has each verb read its command line, as it does for a machine that may only look.
func TestAViewerGivesFlagsThatLook(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir(), machines.Viewer + "=1"}, "", os.Stdin, os.Stdout, os.Stderr)
	for line, may := range map[string]bool{
		"list --json -n 3": true, "list -n3": true, "ls --sort=age": true, "list --model --here --json": true,
		"list --here": false, "list --model -- --here": false, "list -n -- --here": false,
		"show claude:1 --raw": true, "show claude:1 -n": true, "show claude:1 --from codex": false,
		"search -- --open": true, "search x --open": false, "search x --to codex": false,
		"search x --scan": false, "ps -a": true, "runs --all": true, "logs -f ab12": true, "logs -af ab12": false,
		"stats --by model": true, "stats --here": false, "stop ab12": false,
		"run --to codex": false, "attach ab12": false,
	} {
		err := asViewer(t, p, strings.Fields(line))
		if (err == nil) != may {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func asViewer(t *testing.T, p *setup.Process, line []string) error {
	t.Helper()
	root := (&app{process: p}).root(asked(line))
	verb, rest, err := root.Find(search.Shield(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := verb.ParseFlags(rest); err != nil {
		return err
	}
	return machines.CheckViewer(p, verb)
}

// TestTheVerbsThatLookSaySo holds what the node lets pass against what the verbs say of themselves.
func TestTheVerbsThatLookSaySo(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir(), machines.Viewer + "=1"}, "", os.Stdin, os.Stdout, os.Stderr)
	for _, f := range families() {
		for _, verb := range f.verbs(&app{process: p}) {
			for _, name := range append(slices.Clone(verb.Aliases), verb.Name()) {
				looks := machines.CheckViewer(p, verb) == nil
				if passes := machines.Offered().IsLook(errand.Request{Args: []string{name}}); passes != looks {
					t.Errorf("stead %s: the node lets a viewer ask for it: %t, it is only for looking: %t", name, passes, looks)
				}
			}
		}
	}
}
