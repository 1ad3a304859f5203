// Package lease says who may work at what, and which machines are there.
//
// A [Lease] is a key of a bucket at the hub that ends by itself unless its holder renews it. It says who may try. Who
// may write, the expected sequence of the run's subject says: a lease alone cannot stop a machine that was cut off and
// has not noticed.
//
// No wall clock of a machine matters. The hub counts the time from when a renewal has reached it, the holder from
// before it was sent, so the holder always knows of the end before the hub lets another in. The hub's server counts by
// its wall clock, though (nats-server 2.15.2): one that is set while leases are held ends them early, or late. A holder
// whose lease was ended early learns of it at its next renewal, after a third of the lease's time at most; until then
// two may count on it.
package lease
