// Package seal encrypts the content of runs for the machines of one user. It seals contents with a random key for each
// run and epoch. The key is at the hub, wrapped for each machine, and signed by the machine that wrapped it. The hub
// could wrap a key of its own for us, but cannot sign it.
package seal
