package codex

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// MCP returns a server's entry in config.toml, in the form that `codex mcp add` writes (0.169.0).
func (d Driver) MCP(host adapter.Host, server inject.MCPServer) inject.MCPEntry {
	return inject.MCPEntry{
		Path: filepath.Join(d.Home(host), "config.toml"), Keys: []string{"mcp_servers", server.Name}, Value: server.Stdio(),
		Headless: []string{"codex exec calls the tools without asking, since they only read."},
	}
}

// MCPTool returns the name of a server's tool. Codex writes the part before the tool as a namespace (0.169.0).
func (Driver) MCPTool(server, tool string) string { return inject.MCPTool(server, tool) }
