package reach

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"stead/reach/errand"
	"stead/reach/member"
)

// lets writes what other machines may do into the settings of a home.
func lets(t *testing.T, home, others string) {
	t.Helper()
	file := filepath.Join(home, ".config", "stead", "config.yaml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700),
		os.WriteFile(file, []byte("reach:\n  others: "+others+"\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func TestWhatOthersMayIsSaid(t *testing.T) {
	t.Parallel()
	stop, list := errand.Request{Args: []string{"stop", "ab12"}}, errand.Request{Args: []string{"list"}}
	for _, c := range []struct {
		setting    string
		stop, list string
	}{
		{"act", "", ""},
		{"look", "other machines may only look on desk: its setting reach.others says so", ""},
		{"nothing", "other machines may do nothing on desk: its setting reach.others says so",
			"other machines may do nothing on desk: its setting reach.others says so"},
	} {
		home := t.TempDir()
		lets(t, home, c.setting)
		s, err := processIn(t, home).Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		laptop := member.Peer{Name: "laptop", User: "ann", Key: "U1", Roles: []member.Role{member.Operator}}
		o := others{s, "desk", func(key string) (member.Peer, bool) { return laptop, key == laptop.Key }}
		for _, asked := range []struct {
			errand.Request
			want string
		}{{stop, c.stop}, {list, c.list}} {
			got := ""
			if _, err := o.may(laptop, asked.Request); err != nil {
				got = err.Error()
			}
			if got != asked.want {
				t.Errorf("%s: stead %v gets %q", c.setting, asked.Args, got)
			}
		}
	}
}

func TestWhatAnotherMachineDoesIsSaid(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"stead stop ab12":       {"stop", "ab12"},
		"stead run --allow=all": {"run", "A secret prompt", "--allow", "all"},
		"stead run":             {"run", "--to", "codex"},
	} {
		if got := said(errand.Request{Args: args}); got != want {
			t.Errorf("%q is said as %q, not %q", args, got, want)
		}
	}
}
