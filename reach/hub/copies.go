package hub

import (
	"fmt"
	"strings"
	"time"
)

// glance is how often the hub checks whether a machine is connected twice.
const glance = 5 * time.Second

// watchCopies reports once for each machine that it is connected twice, until the hub closes. That happens when a home
// was copied, and both copies run a node.
func watchCopies(m *members, closing <-chan struct{}) {
	said := map[string][]string{}
	beat := time.NewTicker(glance)
	defer beat.Stop()
	for {
		copies := m.servers.Copies()
		for key, addresses := range copies {
			if p, found := m.keyed(key); found && said[key] == nil {
				m.failed(fmt.Errorf("%s is connected twice, from %s: a copy of its home runs a node. End one of them, and "+
					"have it join with a line of its own: stead join --again", p.Name, strings.Join(addresses, " and ")))
			}
		}
		said = copies
		select {
		case <-closing:
			return
		case <-beat.C:
		}
	}
}
