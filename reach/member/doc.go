// Package member is this machine's membership at a hub: the hub's address, the machine's identity there, and the keys
// that prove it. The keys never leave the machine.
package member
