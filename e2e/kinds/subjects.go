package kinds

import "regexp"

// subjects are the CLIs whose kinds are known.
var subjects = []subject{
	{cli: "codex", session: "7b03", sources: codexSources},
	{cli: "opencode", session: "plain", put: putOpencode},
	{cli: "kimi", session: "minimal", sources: kimiSources},
	{cli: "pi", session: "05-v0.73.1", id: "id", sources: piSources},
}

var codexSources = []source{{
	"@openai/codex-*/vendor/*/bin/codex",
	regexp.MustCompile(`struct variant (?:RolloutItemWire|ResponseItem|ContentItem|FunctionCallOutputContentItem|AgentMessageInputContent|RealtimeItemContent|` +
		`RetainedContextEvent)::([A-Za-z]+) with [0-9]`),
}}

var kimiSources = []source{{"@moonshot-ai/kimi-code/dist/main.mjs", regexp.MustCompile(`static type = "([\w.]+)";\s+static durable = true`)}}

var piSources = []source{
	{"@earendil-works/pi-coding-agent/dist/core/session-manager.d.ts", regexp.MustCompile(`type: "(\w+)";`)},
	{"@earendil-works/pi-coding-agent/dist/core/messages.js", regexp.MustCompile(`case "(\w+)":`)},
}
