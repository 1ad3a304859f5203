// Package travel takes a snapshot of a folder to another machine, and what became of it home again.
//
// The machine that receives finds the repository among its own folders by what a repository is on every machine: its
// remotes and its commits ([Origin], [Find]). It says which commits it has ([HavesOf]). The other one writes a git
// bundle of the rest ([Bundle]), and the ignored files that are to be there as a tar ([PackIncluded]). [Land] makes a
// worktree of that; [Bring] takes a bundle of what was done there home as a branch.
//
// Whatever arrives is a stranger's: it is received into a folder beside the repository, checked there as git checks
// what a server is sent (git index-pack --strict), and only then taken. git fetch in 2.39 checks nothing of what a
// bundle holds, whatever fetch.fsckObjects says. No remote is ever given to git, and nothing is fetched.
package travel
