// Package member is this machine's membership at a hub: where the hub is, whom the machine is there, and the keys that
// prove it. The keys never leave the machine.
package member
