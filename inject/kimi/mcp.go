package kimi

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// MCP says how a server stands in mcp.json, as the CLI's own /mcp-config describes it (2.1.0).
func (d Driver) MCP(host adapter.Host, server inject.MCPServer) inject.MCPEntry {
	return inject.MCPEntry{Path: filepath.Join(d.Home(host), "mcp.json"), Keys: []string{"mcpServers", server.Name},
		Value: server.Stdio()}
}

// MCPTool returns the name of a server's tool.
func (Driver) MCPTool(server, tool string) string { return inject.MCPTool(server, tool) }
