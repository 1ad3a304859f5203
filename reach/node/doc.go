// Package node makes this machine available to the user's other machines. It carries out their errands and serves them
// the HTTP API, over connections whose peers have proven their identity. It takes runs that wait for a machine, and
// stores at the hub what others may read about it while it is away.
package node
