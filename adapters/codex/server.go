package codex

import (
	"strings"

	"stead/internal/sys/lazy"
	"stead/timeline"
)

// A call of an MCP server's tool has the tool's name and a namespace that names the server: lookup in mcp__tracker
// (0.169.0). The universal name combines both, as other CLIs do: mcp__tracker__lookup.
const (
	serverPrefix = "mcp__"
	serverMark   = "__"
)

// IsServer reports whether a name is the namespace of an MCP server, or the name of a tool of one.
func IsServer(name string) bool {
	return len(name) > len(serverPrefix) && strings.HasPrefix(name, serverPrefix)
}

// ServerTool returns the universal name of a server's tool.
func ServerTool(namespace, name string) string { return namespace + serverMark + name }

// SplitServer splits a universal name into the namespace, the server's name and the tool's name. Ok is false if the
// tool does not belong to an MCP server.
func SplitServer(name string) (namespace, server, tool string, ok bool) {
	if !IsServer(name) {
		return "", "", "", false
	}
	server, tool, ok = strings.Cut(name[len(serverPrefix):], serverMark)
	return serverPrefix + server, server, tool, ok && server != "" && tool != ""
}

// serverHead matches the text that Codex puts before the output of a server's tool.
var serverHead = lazy.Regexp(`^Wall time: [0-9.]+ seconds\\nOutput:\\n`)

// ServerHeader returns the text that Codex puts before the output of a server's tool that took the given time.
func ServerHeader(durationMS float64) string { return wallTime(&durationMS) + outputLine }

// ServerOutput returns the output of a server's tool without the text that Codex puts before it, and how long the call
// took, in milliseconds. The duration is nil if the output does not say.
func ServerOutput(output timeline.Text) (rest timeline.Text, durationMS *float64) {
	inner := output.Inner()
	head := serverHead().FindIndex(inner[:min(len(inner), headerWindow)])
	if head == nil {
		return output, nil
	}
	line, _, _ := strings.Cut(output.Head(headerWindow), "\n")
	if took, ok := wallTimeOf(line); ok {
		durationMS = &took
	}
	return output.Slice(head[1], len(inner)), durationMS
}
