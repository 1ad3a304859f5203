// Package source turns a reference into a session that can go on: a stream of the universal timeline, cut where it is
// wanted, with what the user should know about how it was found. A session that stead made is read from its run's
// journal, so that what came from elsewhere goes back as it was. The package writes nothing. It also draws the
// family of a session: what it was made of, and all that came of it ([Families]).
package source
