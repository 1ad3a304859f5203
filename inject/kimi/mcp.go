package kimi

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// MCP returns the entry of a server in mcp.json, in the form that the CLI's own /mcp-config describes (2.1.0).
func (d Driver) MCP(host adapter.Host, server inject.MCPServer) inject.MCPEntry {
	return inject.MCPEntry{Path: filepath.Join(d.Home(host), "mcp.json"), Keys: []string{"mcpServers", server.Name},
		Value: server.Stdio()}
}

// MCPTool returns the name of a server's tool.
func (Driver) MCPTool(server, tool string) string { return inject.MCPTool(server, tool) }
