// Package hub is where a person's machines meet. It lets them join and leave, tells each of the others, and keeps the
// data that they store there, on a server of its own or in a team's cluster. It cannot read contents, which are sealed
// between machines.
package hub
