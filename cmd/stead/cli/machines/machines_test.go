package machines

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/errand"
	"stead/reach/member"
	"stead/reach/remote"
)

func TestLineForAnotherMachineAsksForJSON(t *testing.T) {
	for typed, want := range map[string]string{
		"list --on desk -n 3": "list -n 3 --json", "list --json=false": "list --json=false --json",
		"list -- --on x": "list --json -- --on x", "ps": "ps --json",
	} {
		p := &setup.Process{Args: strings.Fields(typed)}
		if got := strings.Join(Line(p), " "); got != want {
			t.Errorf("%q is asked as %q, want %q", typed, got, want)
		}
	}
}

// The exit codes of a verb elsewhere are those of this command line.
func TestExitCodesAreKnownElsewhere(t *testing.T) {
	if remote.Done != failure.Done || remote.NotFound != failure.NotFound || remote.Interrupted != failure.Interrupted ||
		remote.OverBudget != failure.OverBudget {
		t.Error("package remote takes other codes for them")
	}
}

func TestWhatIsHereIsNamedForWhoHasAsked(t *testing.T) {
	here, desk := setup.NewProcess(nil, nil, "/", nil, nil, nil), setup.NewProcess(nil, []string{Self + "=desk"}, "/",
		nil, nil, nil)
	if Name(here, "claude:5f2a") != "claude:5f2a" || Name(desk, "claude:5f2a") != "desk/claude:5f2a" {
		t.Error("without another machine a reference has a name, or with one it has none")
	}
}

func TestNobodyIsAskedWithoutAHub(t *testing.T) {
	p := setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, t.TempDir(), nil, nil, nil)
	c := &cobra.Command{}
	ByFlag(c)
	answers, warnings := Gather[[]string](t.Context(), p, c, []string{"list"})
	if len(answers)+len(warnings) > 0 {
		t.Errorf("asked are %v, %q", answers, warnings)
	}
}

func TestWhoMayDoWhat(t *testing.T) {
	viewer, operator, node := member.Peer{Name: "v", Roles: []member.Role{member.Viewer}}, member.Peer{Name: "o",
		Roles: []member.Role{member.Operator}}, member.Peer{Name: "n", Roles: []member.Role{member.Node}}
	for _, c := range []struct {
		line []string
		may  string
	}{
		{[]string{"list", "--json", "-n", "3"}, "vo"}, {[]string{"show", "claude:1", "--raw"}, "vo"},
		{[]string{"search", "--", "--open"}, "vo"},
		{[]string{"attach", "ab12"}, "o"}, {[]string{"attach", "--watch"}, "o"}, {[]string{"--json", "list"}, ""},
		{[]string{"run", "--to", "codex"}, "o"}, {[]string{"stop", "--all"}, "o"}, {[]string{"send", "ab12", "x"}, "o"},
		{[]string{"parcel", "take"}, "o"},
		{[]string{"hub", "revoke", "x"}, ""}, {[]string{"leave"}, ""}, {[]string{"join", "x"}, ""}, {[]string{"node"}, ""},
		{[]string{"serve"}, ""}, {[]string{"supervise"}, ""}, {[]string{"config", "set"}, ""}, {nil, ""},
	} {
		for letter, peer := range map[string]member.Peer{"v": viewer, "o": operator, "n": node} {
			err := Offered().May(peer, errand.Request{Args: c.line})
			if want := slices.Contains([]byte(c.may), letter[0]); want != (err == nil) {
				t.Errorf("%s %q: %v", letter, c.line, err)
			}
		}
	}
	if Offered().May(viewer, errand.Request{Args: []string{"show", "x"}, Terminal: &errand.Size{Rows: 1, Columns: 1}}) == nil {
		t.Error("a viewer gets a terminal, and a pager in it")
	}
}
