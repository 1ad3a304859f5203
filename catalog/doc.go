// Package catalog knows every session on the machine: it lists them, and finds the one that a reference names.
//
// A reference is
//
//	claude:5f2a91c0     a CLI's session, by its id or the beginning of it
//	5f2a91c0            the same, when no other CLI has such a session
//	claude:latest       the CLI's newest session; latest alone is the newest of all
//	claude:.            its newest session of the current folder; . alone is the newest of all in it
//	./session.jsonl     a file or folder; its content tells the format, claude:./session.jsonl says it
//	./opencode.db#ID    one of the sessions that lie in a file or folder together, by the beginning of its id
//	universal:x.json    a file in the universal format
//	run:latest          the journal of a run of stead: run:<id>
//	-                   standard input
//
// The catalog only reads. It holds nothing between two calls.
package catalog
