package schema

// Sessions returns sessions.db: all that follows from the two unified files alone.
func Sessions() Database {
	return Database{File: "sessions.db", Version: 1, Derived: true,
		Comment: "What happened in the sessions. It can be made again at any time (`stead session rebuild`).",
		Tables: []Table{source(), sessions(), messages(), events(), toolAnalytics(), tokenEconomics(), components(),
			associations(),
			codeFiles(), functions(), edges(), documents(), embeddings()}}
}

func source() Table {
	t := table("source", "How far the unified files have been read.", []string{"file"},
		Column{Name: "file", Comment: "the file's name"},
		Column{Name: "position", Type: Integer, Comment: "bytes read"},
		Column{Name: "mark", Comment: "digest of the bytes before that position, by which a file that was replaced is told"},
	)
	t.Local = true
	return t
}

func sessions() Table {
	t := ofSession("sessions", "One row for each session.", nil,
		Column{Name: "title", Comment: "its title"},
		Column{Name: "project", Comment: "the folder in which it worked"},
		Column{Name: "branch", Comment: "the git branch there"},
		Column{Name: "parent", Comment: "reference of the session that this one was made of or started by"},
		Column{Name: "source_type", Comment: "session, history or export"},
		Column{Name: "source_file", Comment: "the session's file"},
		Column{Name: "started", Comment: "time of the first event that has one"},
		Column{Name: "ended", Comment: "time of the last event that has one"},
		Column{Name: "last_seq", Type: Integer, Comment: "number of the last event"},
		Column{Name: "turns", Type: Integer, Comment: "turns so far"},
		Column{Name: "revision", Type: Integer, Comment: "rises with each change of the session's rows"},
		Column{Name: "known_seq", Type: Integer, Comment: "the last event that the knowledge in org.db takes into account"},
	)
	return t
}

func messages() Table {
	t := table("messages", "Each distinct text once, where it was seen first: the lines of unified_messages.jsonl.",
		[]string{"hash"},
		Column{Name: "hash", Comment: "SHA-256 of the content, trimmed and with \\n for every line end"},
		Column{Name: "role", Comment: "user, assistant, tool or system"},
		Column{Name: "llm_source", Comment: "the CLI"},
		Column{Name: "llm_model", Comment: "the model; empty where the source names none"},
		Column{Name: "source_type", Comment: "session, history or export"},
		Column{Name: "source_file", Comment: "the file"},
		Column{Name: "source_line", Type: Integer, Comment: "the line there, from 1"},
		Column{Name: "session_id", Comment: "the session"},
		Column{Name: "checkpoint", Null: true, Comment: "id of the summary after which the text was said"},
		Column{Name: "occurred", Comment: "when it was said, RFC 3339 in UTC; empty where unknown"},
		Column{Name: "extracted_at", Comment: "when it was extracted"},
		Column{Name: "metadata", Type: JSON,
			Comment: "content_length, has_code, has_markdown, kind; of a call tool and input"},
		Column{Name: "content", Comment: "the text"},
	)
	t.Numbered, t.Keep = true, true
	t.Indexes = [][]string{{"tenant_id", "session_id"}}
	return t
}

func events() Table {
	return ofSession("events",
		"What happened in the sessions, in order: the lines of unified_events.jsonl. Joined with `messages` by hash, a session is whole again.",
		[]string{"seq"},
		Column{Name: "seq", Type: Integer, Comment: "counts the session's entries from 1"},
		Column{Name: "turn", Type: Integer, Comment: "counts its turns from 1; 0 before the first prompt"},
		Column{Name: "kind", Comment: "prompt, context, answer, thinking, call, result, summary or system"},
		Column{Name: "message_hash", Comment: "the text: `messages.hash`; empty where there is none"},
		Column{Name: "source_line", Type: Integer, Comment: "the record's line in the session's file, from 1"},
		Column{Name: "occurred", Comment: "when, RFC 3339 in UTC; empty where unknown"},
		Column{Name: "model", Comment: "the model"},
		Column{Name: "call_id", Comment: "joins a call with its result"},
		Column{Name: "tool", Comment: "the tool's universal name"},
		Column{Name: "original_tool", Comment: "the tool's name in its CLI"},
		Column{Name: "path", Comment: "the file that a call names"},
		Column{Name: "success", Type: Boolean, Null: true, Comment: "of a result; missing where the CLI does not tell"},
		Column{Name: "exit_code", Type: Integer, Null: true,
			Comment: "that of a command that failed; missing where it did not, or the CLI does not tell"},
		Column{Name: "bytes", Type: Integer, Comment: "length of the text"},
	)
}

func embeddings() Table {
	t := table("embeddings", "Vectors of messages, from the endpoint that `memory.embeddings` names.",
		[]string{"model", "message_hash"},
		Column{Name: "model", Comment: "the model that made it"},
		Column{Name: "message_hash", Comment: "the message: `messages.hash`"},
		Column{Name: "dim", Type: Integer, Comment: "number of its members"},
		Column{Name: "vector", Type: Blob, Comment: "float32, little endian, of unit length"},
	)
	t.Costly = true
	return t
}
