// Package hub is the server where a person's machines meet: an embedded NATS server with its own authority for TLS, the
// machines that may connect, and what they keep there. It knows no contents: those are sealed between machines.
package hub
