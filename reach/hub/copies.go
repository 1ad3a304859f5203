package hub

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/layout"
	"stead/reach/member"
)

// glance is how often the hub looks whether a machine is connected twice.
const glance = 5 * time.Second

// nodesOf are the addresses from which nodes are connected with a machine's key, if they are several: somebody has
// copied its home, and both run a node. A cluster does not tell.
func (h *Hub) nodesOf(p member.Peer) (addresses []string) {
	if h.server == nil {
		return nil
	}
	all, err := h.server.Connz(&server.ConnzOptions{Username: true, User: p.Key})
	if err != nil {
		return nil
	}
	for _, c := range all.Conns {
		if strings.HasPrefix(c.Name, layout.NodeConnection) {
			addresses = append(addresses, c.IP)
		}
	}
	if len(addresses) < 2 {
		return nil
	}
	slices.Sort(addresses)
	return addresses
}

// watchCopies says once of each machine that it is connected twice, until the hub is closed.
func (h *Hub) watchCopies() {
	said := map[string]bool{}
	for beat := time.NewTicker(glance); ; {
		for _, m := range h.Machines() {
			if len(m.Nodes) > 0 && !said[m.Key] {
				h.failed(fmt.Errorf("%s is connected twice, from %s: a copy of its home runs a node. End one of them, and "+
					"have it join with a line of its own: stead join --again", m.Name, strings.Join(m.Nodes, " and ")))
			}
			said[m.Key] = len(m.Nodes) > 0
		}
		select {
		case <-h.closing:
			beat.Stop()
			return
		case <-beat.C:
		}
	}
}
