package codex

import (
	"strings"

	"stead/internal/sys/lazy"
	"stead/timeline"
)

// A tool of an MCP server is called by its name in a namespace that names the server: lookup in mcp__tracker (0.169.0).
// The universal name is both, as other CLIs have it: mcp__tracker__lookup.
const (
	serverPrefix = "mcp__"
	serverMark   = "__"
)

// IsServer reports whether a name is that of an MCP server's namespace, or of a tool of one.
func IsServer(name string) bool {
	return len(name) > len(serverPrefix) && strings.HasPrefix(name, serverPrefix)
}

// ServerTool returns the universal name of a server's tool.
func ServerTool(namespace, name string) string { return namespace + serverMark + name }

// SplitServer returns the namespace, the server's name and the tool's of a universal name. Ok is false for a tool of no
// MCP server.
func SplitServer(name string) (namespace, server, tool string, ok bool) {
	if !IsServer(name) {
		return "", "", "", false
	}
	server, tool, ok = strings.Cut(name[len(serverPrefix):], serverMark)
	return serverPrefix + server, server, tool, ok && server != "" && tool != ""
}

// serverHead is what Codex puts before the output of a server's tool.
var serverHead = lazy.Regexp(`^Wall time: [0-9.]+ seconds\\nOutput:\\n`)

// ServerHeader is what Codex puts before the output of a server's tool that took so many milliseconds.
func ServerHeader(durationMS float64) string { return wallTime(&durationMS) + outputLine }

// ServerOutput returns the output of a server's tool without what Codex puts before it, and how many milliseconds the
// call took. That is nil where the output does not tell it.
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
