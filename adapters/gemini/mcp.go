package gemini

import (
	"strings"

	"stead/internal/sys/lazy"
)

// The names of an MCP server's tools: mcp__tracker__lookup in the timeline, mcp_tracker_lookup here.
const (
	mcpUniversal = "mcp__"
	mcpNative    = "mcp_"
)

// drawnMCP matches the CLI's name for a server's tool on the terminal. Only this name separates the tool from the
// server.
var drawnMCP = lazy.Regexp(`^(.+) \((.+) MCP Server\)$`)

// MCPName returns the timeline's name of a call, given its names in the session and on the terminal. Ok is false for a
// tool that no MCP server provides.
func MCPName(name, drawn string) (universal string, ok bool) {
	parts := drawnMCP().FindStringSubmatch(drawn)
	if parts == nil || !strings.HasPrefix(name, mcpNative) {
		return "", false
	}
	return mcpUniversal + parts[2] + "__" + parts[1], true
}

// NativeMCP returns the names of a server's tool in the session and on the terminal. Ok is false if the timeline's name
// is not that of an MCP server's tool.
func NativeMCP(universal string) (name, drawn string, ok bool) {
	rest, ok := strings.CutPrefix(universal, mcpUniversal)
	server, tool, isNamed := strings.Cut(rest, "__")
	if !ok || !isNamed || server == "" || tool == "" {
		return "", "", false
	}
	return ToolName(mcpNative + server + "_" + tool), tool + " (" + server + " MCP Server)", true
}
