// Package seal keeps what a run says from everybody but its user's machines: contents are sealed with a random key for
// each run and epoch, and the key lies at the hub wrapped for each machine, and signed by the one that wrapped it. The
// hub could wrap a key of its own for us, but cannot sign it.
package seal
