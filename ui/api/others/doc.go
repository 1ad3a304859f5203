// Package others knows what the user's other machines have, as their own APIs tell it: the newest sessions and runs of
// each, and which machine is away.
//
// Machines are asked in the background and only while somebody looks, so that no list waits for them.
package others
