// Package tenure says which machine works at a run that came to it from another one, so that no two do.
//
// A run's claim at the hub names the machine to which it belongs, for good. Its lease says until when that machine may
// work at it: the machine's node renews it, and hands its end to the run's supervisor, which ends the CLI by then.
// Another machine that goes on with the run takes the lease, when that has ended, and then the claim. A machine that
// has taken the lease looks at the claim before it counts on it. So of two machines the first one to change the claim
// goes on.
//
// The claims of runs and of jobs stand in a book at the hub ([Book]). Each word is signed by its machine, and none is
// ever replaced or taken away, also not by a message that somebody injects.
package tenure
