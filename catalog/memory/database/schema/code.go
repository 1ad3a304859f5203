package schema

func functions() Table {
	t := table("functions",
		"Functions of the code that the sessions touched, as the files were when they were last read.",
		[]string{"path", "start_line", "name"},
		Column{Name: "id", Comment: "digest of path, scope and name; the same after an edit of the body"},
		Column{Name: "path", Comment: "the file"},
		Column{Name: "name", Comment: "the function's name"},
		Column{Name: "kind", Comment: "function, method, class, ... as the language has it"},
		Column{Name: "scope", Comment: "the type or class it belongs to; empty for none"},
		Column{Name: "language", Comment: "the language"},
		Column{Name: "start_line", Type: Integer, Comment: "its first line, from 1"},
		Column{Name: "end_line", Type: Integer, Comment: "its last line; 0 where unknown"},
		Column{Name: "signature", Comment: "parameters and results, as far as known"},
		Column{Name: "content_hash", Comment: "SHA-256 of the file"},
	)
	t.Indexes = [][]string{{"tenant_id", "id"}, {"tenant_id", "name"}}
	return t
}

func edges() Table {
	t := table("edges", "Which function calls which, by name.", []string{"path", "line", "caller_id", "callee_name"},
		Column{Name: "path", Comment: "the caller's file"},
		Column{Name: "line", Type: Integer, Comment: "the line of the call"},
		Column{Name: "caller_id", Comment: "`functions.id`"},
		Column{Name: "callee_id", Comment: "`functions.id`; empty where several or none have the name"},
		Column{Name: "callee_name", Comment: "the name that is called"},
		Column{Name: "confidence", Type: Real,
			Comment: "how sure it is that callee_id is the right one: 0.9 for a Go function of the same package, 0.6 for another Go name, 0.3 for a name before a parenthesis"},
	)
	t.Indexes = [][]string{{"tenant_id", "callee_name"}}
	return t
}

func codeFiles() Table {
	return table("code_files", "The files that `functions` and `edges` were made from.", []string{"path"},
		Column{Name: "path", Comment: "the file"},
		Column{Name: "language", Comment: "the language"},
		Column{Name: "content_hash", Comment: "SHA-256 of the file when it was read"},
		Column{Name: "bytes", Type: Integer, Comment: "its size then"},
		Column{Name: "modified", Comment: "when it had been changed last"},
		Column{Name: "tool", Comment: "what read it: go/parser or ctags"},
	)
}

func documents() Table {
	return table("documents", "The Markdown files that sessions wrote, by what kind they are.", []string{"path"},
		Column{Name: "path", Comment: "the file"},
		Column{Name: "kind",
			Comment: "adr, readme, changelog, plan, spec, instructions, notes, guide, report, or document for any other"},
		Column{Name: "title", Comment: "the first heading"},
		Column{Name: "reason", Comment: "what told the kind: name, folder or content"},
		Column{Name: "confidence", Type: Real, Comment: "from 0 to 1"},
		Column{Name: "content_hash", Comment: "SHA-256 of the file; empty where it is gone"},
		Column{Name: "llm_source", Comment: "the CLI that wrote it last"},
		Column{Name: "session_id", Comment: "the session that wrote it last"},
		Column{Name: "turn", Type: Integer, Comment: "its turn"},
		Column{Name: "message_hash", Comment: "the call that wrote it: `messages.hash`"},
		Column{Name: "source_file", Comment: "the session's file"},
		Column{Name: "source_line", Type: Integer, Comment: "the record's line there"},
	)
}
