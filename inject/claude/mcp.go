package claude

import (
	"stead/adapters/adapter"
	"stead/inject"
)

// MCP returns a server's entry in the main configuration file, in the form that `claude mcp add -s user` writes
// (2.1.197).
func (d Driver) MCP(host adapter.Host, server inject.MCPServer) inject.MCPEntry {
	entry := server.Stdio()
	entry.Type = "stdio"
	return inject.MCPEntry{
		Path: statePath(host, adapter.Store{Root: d.Home(host)}), Keys: []string{"mcpServers", server.Name}, Value: entry,
		Headless: []string{"claude -p refuses the tools unless it is told otherwise: add --allowedTools mcp__" + server.Name},
	}
}

// MCPTool returns the name of a server's tool.
func (Driver) MCPTool(server, tool string) string { return inject.MCPTool(server, tool) }
