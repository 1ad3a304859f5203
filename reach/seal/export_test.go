package seal

import "stead/reach/member"

// Wrapped is a new key under a name, in the first epoch, as a machine would put it at the hub that may not.
func Wrapped(run string, by member.Member, peers []member.Peer) ([]byte, error) {
	return name{run, 1}.wrap(NewKey(), by, peers)
}

// Removal is the word of a machine that a key was removed.
func Removal(run string, by member.Member) ([]byte, error) { return name{run, 1}.removal(by) }
