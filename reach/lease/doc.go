// Package lease grants time-limited rights to work on something, and shows which machines are present.
//
// A [Lease] is a key of a bucket at the hub that ends by itself unless its holder renews it. It says who may try. The
// expected sequence of the run's subject says who may write: a lease alone cannot stop a machine that was cut off and
// has not noticed.
//
// No wall clock of a machine matters. The hub counts the time from the arrival of a renewal, the holder from before
// sending it, so the holder always knows of the end before the hub lets another in. The hub's server counts by its wall
// clock, though (nats-server 2.15.2). If that clock is set while leases are held, they end early or late. A holder
// whose lease was ended early learns of it at its next renewal, after a third of the lease's time at most. Until then
// two machines may rely on it.
package lease
