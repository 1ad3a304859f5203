package node

import (
	"slices"
	"testing"

	"stead/reach/member"
)

func TestOthersHaveNoMoreThanTheSettingsLetThem(t *testing.T) {
	t.Parallel()
	may := map[string]struct{ act, look bool }{"act": {true, true}, "look": {false, true}, "nothing": {false, false}}
	node, operator, viewer := []member.Role{member.Node}, []member.Role{member.Node, member.Operator},
		[]member.Role{member.Viewer}
	for _, c := range []struct {
		setting string
		has     []member.Role
		want    []member.Role
	}{
		{"act", operator, operator}, {"look", operator, viewer}, {"nothing", operator, nil},
		{"act", viewer, viewer}, {"look", viewer, viewer}, {"nothing", viewer, nil},
		{"act", node, node}, {"look", node, node},
	} {
		known := limited(func(string) (member.Peer, bool) { return member.Peer{Roles: c.has}, true },
			func() (act, look bool) { return may[c.setting].act, may[c.setting].look })
		if p, found := known("U1"); !found || !slices.Equal(p.Roles, c.want) {
			t.Errorf("%s: who has %v is %v, %t", c.setting, c.has, p.Roles, found)
		}
	}
}
