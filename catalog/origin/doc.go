// Package origin finds out where each session comes from: whether its CLI began it, or stead made it from another one,
// and which part of it stead delivered.
//
// Its facts come from three places, none of which is a session's own file: the lineage that stead writes for every
// session that it makes ([forks.Log]), the records of its runs ([runs.Folder]), and the records of the contests and
// chains that those runs belong to. Facts that a CLI itself records, such as about a sub-agent, are in the session's
// summary, or are added by the caller that opened the session ([Origins.Add]).
//
// A session that stead made is a copy as long as nobody has worked in it since. Lists fold it under its original, and
// "latest" skips it ([Origin.IsCopy]).
package origin
