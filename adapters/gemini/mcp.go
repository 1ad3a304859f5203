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

// drawnMCP is how the CLI's terminal names a tool of a server: only there are the two told apart.
var drawnMCP = lazy.Regexp(`^(.+) \((.+) MCP Server\)$`)

// MCPName returns the timeline's name of a call whose names in the session and on the terminal are given. Ok is false
// when it is of no server.
func MCPName(name, drawn string) (universal string, ok bool) {
	parts := drawnMCP().FindStringSubmatch(drawn)
	if parts == nil || !strings.HasPrefix(name, mcpNative) {
		return "", false
	}
	return mcpUniversal + parts[2] + "__" + parts[1], true
}

// NativeMCP returns the names of a server's tool, in the session and on the terminal. Ok is false for a name of the
// timeline that is none.
func NativeMCP(universal string) (name, drawn string, ok bool) {
	rest, ok := strings.CutPrefix(universal, mcpUniversal)
	server, tool, isNamed := strings.Cut(rest, "__")
	if !ok || !isNamed || server == "" || tool == "" {
		return "", "", false
	}
	return ToolName(mcpNative + server + "_" + tool), tool + " (" + server + " MCP Server)", true
}
