// Package node is this machine as the user's other machines have it: it does their errands and serves them the HTTP
// API, over connections whose peers have proven who they are, takes runs that wait for a machine, and keeps at the hub
// what others read of it while it is away.
package node
