package server

import (
	"net"
	"testing"
)

func TestAddressOfALineCanBeReached(t *testing.T) {
	t.Parallel()
	for _, at := range []net.IP{net.IPv4zero, net.IPv6unspecified} {
		if got := net.ParseIP(reachable(at)); got == nil || got.IsUnspecified() {
			t.Errorf("who listens at %s is at %s", at, got)
		}
	}
	if got := reachable(net.IPv4(10, 1, 2, 3)); got != "10.1.2.3" {
		t.Errorf("who listens at one address is at %s", got)
	}
}
