// Package memory defines the lasting record of all sessions, kept after the CLIs have deleted them: one stream of
// messages from all CLIs, with each text stored once. It follows ADR-020 ("context extraction").
//
// Two files hold everything; all databases are built from them and can be rebuilt:
//
//	unified_messages.jsonl   one [Message] per line: each distinct text once, where it was seen first
//	unified_events.jsonl     one [Event] per line: what happened in a session, in order; texts by their hash
//
// A text that was said twice is one message and two events. Both files only grow. The packages below this one write
// them (extract), build databases from them (database), and find in those what was learned (knowledge).
package memory
