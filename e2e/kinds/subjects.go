package kinds

import "regexp"

// subjects are the CLIs whose kinds are known.
var subjects = []subject{
	{cli: "claude", session: "tools", id: "uuid", sources: claudeSources},
	{cli: "codex", session: "7b03", sources: codexSources},
	{cli: "opencode", session: "plain", put: putOpencode},
	{cli: "kimi", session: "minimal", sources: kimiSources},
	{cli: "gemini", session: "tools", sources: geminiSources},
	{cli: "qwen", session: "02-tools", id: "uuid", sources: qwenSources},
	{cli: "pi", session: "05-v0.73.1", id: "id", sources: piSources},
}

// claudeSources are two tables in the program of Claude Code 2.1.332: where the text of each kind of attachment comes
// from, and what becomes of each type of record when it shortens a session's file. Names of one word are left out:
// other tables have the same values.
var claudeSources = []source{{
	"@anthropic-ai/claude-code-linux-*/claude",
	regexp.MustCompile(
		`[,{]"?([a-z]+[_-][a-z_-]+)"?:"(?:harness|local|names|recorded|undecided|boundary-cleared|accumulate|last-wins)"`),
}}

var codexSources = []source{{
	"@openai/codex-*/vendor/*/bin/codex",
	regexp.MustCompile(
		`struct variant (?:RolloutItemWire|ResponseItem|ContentItem|FunctionCallOutputContentItem|AgentMessageInputContent|RealtimeItemContent|` +
			`RetainedContextEvent)::([A-Za-z]+) with [0-9]`),
}}

var kimiSources = []source{{"@moonshot-ai/kimi-code/dist/main.mjs",
	regexp.MustCompile(`static type = "([\w.]+)";\s+static durable = true`)}}

var geminiSources = []source{
	{"@google/gemini-cli/bundle/chunk-*.js", regexp.MustCompile(
		`(?:if \(part\.|msg\.type === ")(\w+)(?: !== void 0\)|")`)},
}

var qwenSources = []source{{
	"@qwen-code/qwen-code/chunks/*.js",
	regexp.MustCompile(`(?:createBaseRecord\("\w+"\),\s+(?:type: "\w+",\s+)?subtype: |recordSystem\()"(\w+)"`),
}}

var piSources = []source{
	{"@earendil-works/pi-coding-agent/dist/core/session-manager.d.ts", regexp.MustCompile(`type: "(\w+)";`)},
	{"@earendil-works/pi-coding-agent/dist/core/messages.js", regexp.MustCompile(`case "(\w+)":`)},
}
