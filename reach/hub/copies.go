package hub

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/layout"
	"stead/reach/member"
)

// glance is how often the hub looks whether a machine is connected twice.
const glance = 5 * time.Second

// copies are the addresses from which nodes are connected with one key, by the keys with several: somebody has copied a
// home, and both run a node. A cluster does not tell.
func (h *Hub) copies() map[string][]string {
	if h.server == nil {
		return nil
	}
	all, err := h.server.Connz(&server.ConnzOptions{Username: true, Limit: math.MaxInt32})
	if err != nil {
		return nil
	}
	nodes := map[string][]string{}
	for _, c := range all.Conns {
		if strings.HasPrefix(c.Name, layout.NodeConnection) {
			nodes[c.AuthorizedUser] = append(nodes[c.AuthorizedUser], c.IP)
		}
	}
	maps.DeleteFunc(nodes, func(_ string, addresses []string) bool { return len(addresses) < 2 })
	for _, addresses := range nodes {
		slices.Sort(addresses)
	}
	return nodes
}

// watchCopies says once of each machine that it is connected twice, until the hub is closed.
func (h *Hub) watchCopies() {
	said := map[string][]string{}
	for beat := time.NewTicker(glance); ; {
		copies := h.copies()
		for key, addresses := range copies {
			if p, found := h.machine(key); found && said[key] == nil {
				h.failed(fmt.Errorf("%s is connected twice, from %s: a copy of its home runs a node. End one of them, and "+
					"have it join with a line of its own: stead join --again", p.Name, strings.Join(addresses, " and ")))
			}
		}
		said = copies
		select {
		case <-h.closing:
			beat.Stop()
			return
		case <-beat.C:
		}
	}
}

func (h *Hub) machine(key string) (p member.Peer, found bool) {
	h.changing.Lock()
	defer h.changing.Unlock()
	return h.register.keyed(key)
}
