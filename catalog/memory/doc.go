// Package memory holds what is kept of all sessions when the CLIs have long removed them: one stream of messages, each
// text once, whichever CLI it was said in. It follows ADR-020 ("context extraction").
//
// Two files hold everything; all databases are made from them, and can be made again:
//
//	unified_messages.jsonl   a [Message] a line: each distinct text once, where it was seen first
//	unified_events.jsonl     an [Event] a line: what happened in a session, in order; texts by their hash
//
// A text that was said twice is one message and two events. Both files only grow. The packages below this one write
// them (extract), make databases from them (database), and find in those what was learnt (knowledge).
package memory
