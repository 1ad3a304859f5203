// Package node serves this machine's HTTP API to the user's other machines, over connections whose peers have proven
// who they are.
package node
