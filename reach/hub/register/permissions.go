package register

import (
	"slices"

	"stead/reach/layout"
	"stead/reach/member"
)

// Permissions are the subjects of a machine. What is not in them is refused.
type Permissions struct {
	// Publish and Subscribe are subjects; * stands for one token, a last > for the rest.
	Publish, Subscribe []string
	// Answers is set when the machine may answer a message that reached it, once, wherever the answer should go.
	Answers bool
}

// PermissionsOf returns what a machine may do by its roles. One without any may do nothing.
func PermissionsOf(p member.Peer) Permissions {
	if len(p.Roles) == 0 {
		return Permissions{}
	}
	may := viewer(p)
	if p.Has(member.Operator) {
		may.Publish = append(may.Publish, operator(p)...)
	}
	if p.Has(member.Node) {
		may.Publish = append(may.Publish, node(p)...)
		in, _ := layout.PipeSubjects(p.Name, "", "")
		may.Subscribe = append(may.Subscribe, layout.DialSubjects(p.Name), layout.Jobs(p.User),
			layout.RunsOf(p.User, p.Key), in)
		may.Answers = true
	}
	slices.Sort(may.Publish)
	may.Publish = slices.Compact(may.Publish)
	return may
}

// JoinPermissions returns what somebody may do who has only a line, by the line's public key.
func JoinPermissions(key string) Permissions {
	return Permissions{Publish: []string{layout.JoinSubject(key)}, Subscribe: []string{inbox(key)}}
}

// JoinAllPermissions returns what somebody may do who has a line of a hub at a cluster, by the key that is in all of
// its lines.
func JoinAllPermissions(key string) Permissions {
	return Permissions{Publish: []string{layout.JoinSubjects}, Subscribe: []string{inbox(key)}}
}

func inbox(key string) string { return layout.InboxPrefix(key) + ".>" }
