package schema

import "slices"

func toolAnalytics() Table {
	return ofSession("tool_analytics", "Each call of a tool with its result: the trajectory of a session.",
		[]string{"seq"},
		slices.Concat([]Column{
			{Name: "seq", Type: Integer, Comment: "the call's event; the result's where the call is unknown"},
			{Name: "call_id", Comment: "the call's id in its session"},
			{Name: "turn", Type: Integer, Comment: "the turn"},
			{Name: "tool", Comment: "the tool's universal name"},
			{Name: "original_tool", Comment: "the tool's name in its CLI"},
			{Name: "command", Comment: "the command line, of a shell's call"},
			{Name: "path", Comment: "the file that the call names"},
			{Name: "success", Type: Boolean, Null: true, Comment: "missing where there is no result, or the CLI does not tell"},
			{Name: "exit_code", Type: Integer, Null: true,
				Comment: "that of a command that failed; missing where it did not, or the CLI does not tell"},
			{Name: "started", Comment: "time of the call"},
			{Name: "duration_ms", Type: Integer, Null: true,
				Comment: "time from the call to its result; missing where one of the times is"},
			{Name: "input_bytes", Type: Integer, Comment: "length of the call's text"},
			{Name: "output_bytes", Type: Integer, Null: true,
				Comment: "length of the result's text; missing where there is no result"},
			{Name: "result_hash", Comment: "the result's message: `messages.hash`; empty where there is none"},
		}, provenance())...)
}

func tokenEconomics() Table {
	return ofSession("token_economics", "The tokens of each response, and what they cost.", []string{"response_no"},
		slices.Concat([]Column{
			{Name: "response_no", Type: Integer, Comment: "the event that counts the response's tokens"},
			{Name: "turn", Type: Integer, Comment: "the turn"},
			{Name: "model", Comment: "the model"},
			{Name: "occurred", Comment: "when"},
			{Name: "input", Type: Integer, Comment: "tokens read that no cache held"},
			{Name: "output", Type: Integer, Comment: "tokens written, with those of reasoning"},
			{Name: "cache_read", Type: Integer, Comment: "tokens read from a cache"},
			{Name: "cache_write", Type: Integer, Comment: "tokens written into a cache"},
			{Name: "reasoning", Type: Integer, Comment: "tokens of reasoning"},
			{Name: "cost_usd", Type: Real, Null: true, Comment: "US dollars; missing for a model whose price is not known"},
			{Name: "cost_source", Comment: "cli, or the table of prices with its version; empty where the cost is not known"},
			{Name: "price_version", Comment: "version of the table of prices of that time"},
		}, provenance())...)
}

func components() Table {
	return ofSession("message_component_invocations",
		"Which tools, MCP servers, skills, agents and slash commands were used.", []string{"seq"},
		slices.Concat([]Column{
			{Name: "seq", Type: Integer, Comment: "the event"},
			{Name: "call_id", Comment: "the call's id; empty for a slash command"},
			{Name: "turn", Type: Integer, Comment: "the turn"},
			{Name: "component_type", Comment: "tool, mcp, skill, agent or command"},
			{Name: "component", Comment: "its name; of an MCP tool server/tool"},
		}, provenance())...)
}

func associations() Table {
	t := ofSession("activity_associations", "What a session had to do with: files, commits, branches, addresses.",
		[]string{"kind", "target", "relation"},
		slices.Concat([]Column{
			{Name: "kind", Comment: "file, commit, branch or url"},
			{Name: "target", Comment: "the path, the commit's id, the branch's name, the address"},
			{Name: "relation",
				Comment: "file: read, written, edited, deleted, searched or named; commit: made; branch: worked on; url: fetched or named"},
			{Name: "turn", Type: Integer, Comment: "the first turn; 0 where there is none"},
			{Name: "times", Type: Integer, Comment: "how often"},
		}, provenance())...)
	t.Indexes = [][]string{{"tenant_id", "target"}}
	return t
}
