// Package tenure decides which machine works at a run that came to it from another one, so that no two do.
//
// A run's claim at the hub permanently names the machine to which it belongs. Its lease says until when that machine
// may work at it. The machine's node renews the lease, and passes its end to the run's supervisor, which ends the CLI
// by then. Another machine that continues the run takes the lease, after it has ended, and then the claim. A machine
// that has taken the lease checks the claim before it relies on the lease. So of two machines, the first one to change
// the claim continues.
//
// The claims of runs and of jobs are in a book at the hub ([Book]). Each claim is signed by its machine, and none is
// ever replaced or removed, not even by an injected message.
package tenure
