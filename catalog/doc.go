// Package catalog knows every session on the machine: it lists them, and finds the one that a reference names.
//
// A reference is
//
//	claude:5f2a91c0     a CLI's session, by its id or the beginning of it
//	5f2a91c0            the same, when no other CLI has such a session
//	claude:latest       the CLI's session in which somebody worked last; latest alone is that of any CLI
//	claude:.            the same among the sessions of the current folder; . alone is that of any CLI
//	./session.jsonl     a file or folder; its content tells the format, claude:./session.jsonl says it
//	./opencode.db#ID    one of the sessions that lie in a file or folder together, by the beginning of its id
//	universal:x.json    a file in the universal format
//	run:latest          the journal of a run of stead: run:<id>
//	run:latest#1        the first of the sessions that the run went through; the one that it is in is the run itself
//	draft:5f2a91c0      the edited copy that a draft makes of a session; draft:latest is the one changed last
//	-                   standard input
//
// A copy that stead made of a session counts for latest and . only once somebody has used it.
//
// The catalog only reads. It holds nothing between two calls.
package catalog
