// Package origin says where each session comes from: whether its CLI began it, or stead made it of another one, and
// what of it stead delivered.
//
// What it knows comes from three places, none of which is a session's own file: the lineage that stead notes of every
// session that it makes ([forks.Log]), the records of its runs ([runs.Folder]), and the records of the contests and
// chains that those runs are a part of. What a CLI itself notes, as of a sub-agent, stands in the session's summary, or
// is added by who has opened the session ([Origins.Add]).
//
// A session that stead made is a copy as long as nobody has worked in it since: lists fold it under its original, and
// "latest" passes it over ([Origin.IsCopy]).
package origin
