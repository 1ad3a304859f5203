// Package hub is where a person's machines meet: it lets them join and leave, tells each of the others, and keeps what
// they store there, on a server of its own or in a team's cluster. It knows no contents: those are sealed between
// machines.
package hub
