package qwen

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/adapters/qwen"
	"stead/inject"
)

// MCP returns the entry of a server in settings.json, in the form that `qwen mcp add -s user` writes (0.15.10).
func (Driver) MCP(host adapter.Host, server inject.MCPServer) inject.MCPEntry {
	entry := server.Stdio()
	entry.Trust = server.Trusted
	headless := "qwen -p calls the tools without asking."
	if !server.Trusted {
		headless = "qwen -p does not call the tools unless it is told so: install with --trust, or add --allowed-tools mcp__" + server.Name + "__search_sessions and so on."
	}
	return inject.MCPEntry{
		Path: filepath.Join(qwen.Home(host), "settings.json"), Keys: []string{"mcpServers", server.Name}, Value: entry,
		Headless: []string{headless},
	}
}

// MCPTool returns the name of a server's tool.
func (Driver) MCPTool(server, tool string) string { return inject.MCPTool(server, tool) }
