package cluster

import (
	"bytes"
	"encoding/json"
	"fmt"

	"stead/internal/sys/atomicfile"
	"stead/reach/hub/register"
)

// usersFile is who may connect to a cluster, as its servers' configuration includes it.
const usersFile = "users.conf"

// user is one in the configuration of a server. Without permissions it may do everything in its account.
type user struct {
	Key         string       `json:"nkey"`
	Permissions *permissions `json:"permissions,omitempty"`
}

type permissions struct {
	Publish   allowed  `json:"publish"`
	Subscribe allowed  `json:"subscribe"`
	Answers   *answers `json:"allow_responses,omitempty"`
}

type allowed struct {
	Allow []string `json:"allow"`
}

type answers struct {
	Most    int    `json:"max"`
	Expires string `json:"expires"`
}

func configured(key string, p register.Permissions) user {
	may := &permissions{Publish: allowed{p.Publish}, Subscribe: allowed{p.Subscribe}}
	if p.Answers {
		may.Answers = &answers{1, "1m"}
	}
	return user{key, may}
}

// Admit writes who may connect, for the cluster's administrator.
func (c *Cluster) Admit(r register.Register) error {
	var b bytes.Buffer
	b.WriteString("# Who may connect, as stead hub knows it. Include this file in the hub's account, " +
		"and load it anew when it has changed.\nusers: [\n")
	add := func(about string, u user) error {
		fmt.Fprintf(&b, "# %s\n", about)
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false) // the server's parser knows no escapes of that kind
		return e.Encode(u)
	}
	err := add("the hub", user{Key: c.key})
	if err == nil {
		err = add("everybody who has a line", configured(c.lines, register.JoinAllPermissions(c.lines)))
	}
	for _, p := range r.Machines {
		if err == nil {
			err = add(fmt.Sprintf("%s of %q", p.Name, p.User), configured(p.Key, register.PermissionsOf(p)))
		}
	}
	if err != nil {
		return err
	}
	b.WriteString("]\n")
	if err := atomicfile.Replace(c.users, b.Bytes()); err != nil {
		return fmt.Errorf("write who may connect to the cluster: %w", err)
	}
	return nil
}
