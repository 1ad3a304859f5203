// Package source turns a reference into a session that can be continued: a stream of the universal timeline, cut at the
// wanted point, with notes for the user about how it was found. A session that stead made is read from its run's
// journal, so that entries from elsewhere can be restored exactly. The package writes nothing. It also finds the family
// of a session: what it was made from, and everything made from it ([Families]).
package source
