// Package parcel packs what travels when a session continues on another machine: the session with the records of its
// CLI and its attachments, and the work in its folder. A parcel is one sequence of bytes, which is written and read in
// bounded memory, whatever its size: through a connection, or sealed into the object store at the hub ([Store]).
//
// It has a [Manifest], then the session as a universal stream in JSON Lines, then for each repository of the work a git
// bundle and a tar of ignored files, and ends with a digest of all. Whoever receives it reads it to its end into a
// folder of stead's own ([Unpack]). Nothing of it is used before the digest fits, and nothing is left when it does not.
package parcel
