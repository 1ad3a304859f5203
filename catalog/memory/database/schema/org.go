package schema

// Org returns org.db: what was learnt.
func Org() Database {
	return Database{File: "org.db", Version: 1,
		Comment: "What was learnt from the sessions. Back it up: findings that a model improved cost money to make again.",
		Tables:  []Table{decisions(), errorSolutions(), skillLearnings(), patterns(), evidence()}}
}

// finding returns a table of one kind of findings.
func finding(name, comment string, columns ...Column) Table {
	all := append([]Column{{Name: "id", Comment: "digest of tenant, kind and normalized text"}}, columns...)
	return table(name, comment, []string{"id"}, append(all,
		Column{Name: "rule_name", Comment: "the rule that found it, or model"},
		Column{Name: "times_seen", Type: Integer, Comment: "how often it was found"},
		Column{Name: "confidence", Type: Real, Comment: "from 0 to 1: how many such findings are right, by measurement"},
	)...)
}

func decisions() Table {
	return finding("decisions", "Choices that somebody settled.",
		Column{Name: "choice", Comment: "what was chosen"},
		Column{Name: "rejected", Type: JSON, Comment: "list of what was not chosen"},
		Column{Name: "reason", Comment: "why, as far as it was said"},
		Column{Name: "decided_by", Comment: "user or assistant"},
		Column{Name: "superseded_by", Comment: "id of the later decision that replaced it; empty while it stands"},
	)
}

func errorSolutions() Table {
	return finding("error_solutions", "Failures with the change after which the same command passed.",
		Column{Name: "signature", Comment: "the failure's telling line without numbers, addresses and folders"},
		Column{Name: "error_text", Comment: "the failure, shortened"},
		Column{Name: "command", Comment: "the command that failed"},
		Column{Name: "fix_kind", Comment: "edit or command"},
		Column{Name: "fix", Comment: "what cured it"},
		Column{Name: "files", Type: JSON, Comment: "list of the files that were changed"},
	)
}

func skillLearnings() Table {
	return finding("skill_learnings", "Rules by which users corrected what an assistant had done.",
		Column{Name: "rule", Comment: "the rule"},
	)
}

func patterns() Table {
	return finding("patterns", "What was done or asked for again and again.",
		Column{Name: "kind", Comment: "steps or prompt"},
		Column{Name: "steps", Type: JSON, Comment: "list of the calls, or of the one request"},
	)
}

func evidence() Table {
	t := table("evidence", "Where each finding was seen.",
		[]string{"llm_source", "session_id", "kind", "row_id", "seq", "part"},
		Column{Name: "kind", Comment: "decision, error_solution, skill_learning or pattern"},
		Column{Name: "row_id", Comment: "the finding's id in the table of its kind"},
		Column{Name: "message_hash", Comment: "the message that shows it: `messages.hash` in sessions.db"},
		Column{Name: "part", Comment: "statement, error, fix, proof or occurrence"},
		Column{Name: "llm_source", Comment: "the CLI"},
		Column{Name: "session_id", Comment: "the session"},
		Column{Name: "project", Comment: "the folder in which it worked"},
		Column{Name: "source_file", Comment: "the session's file"},
		Column{Name: "source_line", Type: Integer, Comment: "the record's line there"},
		Column{Name: "seq", Type: Integer, Comment: "the event"},
		Column{Name: "turn", Type: Integer, Comment: "its turn"},
		Column{Name: "occurred", Comment: "when"},
		Column{Name: "rule_name", Comment: "the rule that found it here"},
		Column{Name: "confidence", Type: Real, Comment: "that of the rule"},
	)
	t.Indexes = [][]string{{"tenant_id", "kind", "row_id"}, {"tenant_id", "project"}}
	return t
}
