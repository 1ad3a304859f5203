package node

import (
	"errors"
	"testing"

	"stead/reach/errand"
	"stead/reach/member"
)

func TestWhatOthersMayIsSaid(t *testing.T) {
	t.Parallel()
	stop, list := errand.Request{Args: []string{"stop", "ab12"}}, errand.Request{Args: []string{"list"}}
	for _, c := range []struct {
		act, look  bool
		stop, list string
	}{
		{true, true, "", ""},
		{false, true, "other machines may only look on desk: its setting reach.others says so", ""},
		{false, false, "other machines may do nothing on desk: its setting reach.others says so",
			"other machines may do nothing on desk: its setting reach.others says so"},
	} {
		laptop := member.Peer{Name: "laptop", User: "ann", Key: "U1", Roles: []member.Role{member.Operator}}
		m := Machine{
			Self:   member.Member{Peer: member.Peer{Name: "desk"}},
			Others: func() (act, look bool) { return c.act, c.look },
			May: func(peer member.Peer, r errand.Request) error {
				if peer.Has(member.Operator) || peer.Has(member.Viewer) && r.Args[0] == "list" {
					return nil
				}
				return errors.New("it may not")
			},
		}
		known := limited(func(key string) (member.Peer, bool) { return laptop, key == laptop.Key }, m.Others)
		for _, asked := range []struct {
			errand.Request
			want string
		}{{stop, c.stop}, {list, c.list}} {
			got := ""
			if _, err := m.may(known, laptop, asked.Request); err != nil {
				got = err.Error()
			}
			if got != asked.want {
				t.Errorf("%t, %t: stead %v gets %q", c.act, c.look, asked.Args, got)
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
		if got := Said(errand.Request{Args: args}); got != want {
			t.Errorf("%q is said as %q, not %q", args, got, want)
		}
	}
}
