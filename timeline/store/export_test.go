package store

import "sync/atomic"

// CountForces counts how often the journal is forced to the disk from now on.
func (j *Journal) CountForces() *atomic.Int64 {
	var count atomic.Int64
	force := j.force
	j.force = func() error {
		count.Add(1)
		return force()
	}
	return &count
}
