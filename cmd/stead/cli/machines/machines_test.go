package machines

import (
	"slices"
	"testing"

	"stead/reach/errand"
	"stead/reach/member"
)

func TestMachineIsSplitOffAReference(t *testing.T) {
	for reference, want := range map[string][2]string{
		"laptop/claude:5f2a": {"laptop", "claude:5f2a"}, "desk-2/run:latest": {"desk-2", "run:latest"}, "desk/latest": {"desk", "latest"}, "desk/.": {"desk", "."},
		"desk/20261125-120429.705-e2c3": {"desk", "20261125-120429.705-e2c3"}, "desk/ab12": {"desk", "ab12"}, "desk/kimi-cli:x/y": {"desk", "kimi-cli:x/y"},
		"./session.jsonl": {}, "a/b.jsonl": {}, "src/main.go": {}, "claude:5f2a": {}, "latest": {}, ".": {}, "/tmp/x": {}, "../desk/latest": {}, "desk/": {}, "": {}, "a b/latest": {},
	} {
		machine, rest, ok := Split(reference)
		if ok != (want[0] != "") || machine != want[0] || rest != want[1] {
			t.Errorf("%q is %q, %q, %t", reference, machine, rest, ok)
		}
	}
}

func TestFlagsAreTakenOutOfALine(t *testing.T) {
	line := []string{"--from", "a", "--on=desk", "-p", "--on the way", "--to", "codex", "--cwd=/x", "--", "--on", "x"}
	want := []string{"-p", "--on the way", "--to", "codex", "--", "--on", "x"}
	if got := Without(line, "from", "on", "cwd"); !slices.Equal(got, want) {
		t.Errorf("left is %q", got)
	}
}

func TestWhoMayDoWhat(t *testing.T) {
	viewer, operator, node := member.Peer{Name: "v", Roles: []member.Role{member.Viewer}}, member.Peer{Name: "o", Roles: []member.Role{member.Operator}}, member.Peer{Name: "n", Roles: []member.Role{member.Node}}
	for _, c := range []struct {
		line []string
		may  string
	}{
		{[]string{"list", "--json", "-n", "3"}, "vo"}, {[]string{"list", "-n3"}, "vo"}, {[]string{"show", "claude:1", "--raw"}, "vo"}, {[]string{"search", "--", "--open"}, "vo"},
		{[]string{"search", "x", "--open"}, "o"}, {[]string{"search", "x", "--op"}, "o"}, {[]string{"ps", "-ax"}, "o"}, {[]string{"attach", "ab12"}, "o"}, {[]string{"attach", "--watch"}, "o"},
		{[]string{"run", "--to", "codex"}, "o"}, {[]string{"stop", "--all"}, "o"}, {[]string{"send", "ab12", "x"}, "o"}, {[]string{"parcel", "take"}, "o"}, {[]string{"show", "x", "--output=f"}, "o"},
		{[]string{"hub", "revoke", "x"}, ""}, {[]string{"leave"}, ""}, {[]string{"join", "x"}, ""}, {[]string{"node"}, ""}, {[]string{"serve"}, ""}, {[]string{"supervise"}, ""}, {[]string{"config", "set"}, ""}, {nil, ""},
	} {
		for letter, peer := range map[string]member.Peer{"v": viewer, "o": operator, "n": node} {
			err := May(peer, errand.Request{Args: c.line})
			if want := slices.Contains([]byte(c.may), letter[0]); want != (err == nil) {
				t.Errorf("%s %q: %v", letter, c.line, err)
			}
		}
	}
	if May(viewer, errand.Request{Args: []string{"show", "x"}, Terminal: &errand.Size{Rows: 1, Columns: 1}}) == nil {
		t.Error("a viewer gets a terminal, and a pager in it")
	}
}
