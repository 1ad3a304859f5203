package server

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nats-io/nats-server/v2/server"

	"stead/reach/layout"
	"stead/reach/member"
)

// Has reports whether a machine is connected.
func (s *Server) Has(p member.Peer) bool {
	all, err := s.program.Connz(&server.ConnzOptions{Username: true, User: p.Key})
	return err == nil && all.NumConns > 0
}

// Copies are the addresses from which nodes are connected with one key, by the keys with several: somebody has copied a
// home, and both run a node.
func (s *Server) Copies() map[string][]string {
	all, err := s.program.Connz(&server.ConnzOptions{Username: true, Limit: math.MaxInt32})
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
