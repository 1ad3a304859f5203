// Package catalog lists all sessions on the machine, and finds the session that a reference names.
//
// A reference is
//
//	claude:5f2a91c0     a CLI's session, by its id or the beginning of it
//	5f2a91c0            the same, if no other CLI has a session with that id
//	claude:latest       the CLI's session in which somebody worked last; latest alone means that of any CLI
//	claude:.            the same among the sessions of the current folder; . alone means that of any CLI
//	./session.jsonl     a file or folder; its content shows the format, or the prefix of claude:./session.jsonl says it
//	./opencode.db#ID    one of several sessions in a file or folder, by the beginning of its id
//	universal:x.json    a file in the universal format
//	run:latest          the journal of a run of stead: run:<id>
//	run:latest#1        the first session that the run went through; its current session is the run itself
//	draft:5f2a91c0      the edited copy that a draft makes of a session; draft:latest is the one changed last
//	-                   standard input
//
// latest and . ignore a copy that stead made of a session until somebody has used it.
//
// The catalog only reads. It keeps no state between two calls.
package catalog
