// Package travel takes a snapshot of a folder to another machine, and brings the resulting work home.
//
// The receiving machine finds the repository among its own folders by properties that are the same on every machine:
// its remotes and its commits ([Origin], [Find]). It says which commits it has ([HavesOf]). The sending machine writes
// a git bundle of the rest ([Bundle]), and a tar of the ignored files that must be there ([PackIncluded]). [Land] makes
// a worktree from them; [Bring] takes home a bundle of the work done there, as a branch.
//
// Data that arrives is untrusted: it is received into a folder beside the repository, checked there as git checks data
// sent to a server (git index-pack --strict), and only then accepted. git fetch in 2.39 does not check the contents of
// a bundle, whatever fetch.fsckObjects says. Git is never given a remote, and nothing is fetched.
package travel
