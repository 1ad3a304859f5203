// Package parcel packs what travels when a session continues on another machine: the session with the records of its
// CLI and its attachments, and the work in its folder. A parcel is one sequence of bytes, which is written and read in
// bounded memory, whatever its size. It goes through a connection, or sealed into the object store at the hub
// ([Store]).
//
// It has a [Manifest], then the session as a universal stream in JSON Lines, then for each repository of the work a git
// bundle and a tar of ignored files, and ends with a digest of all. The receiver reads it to its end into a folder of
// stead's own ([Unpack]). It uses nothing of it before the digest matches, and leaves nothing if it does not.
package parcel
