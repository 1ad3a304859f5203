package gemini

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// MCP returns the entry of a server in settings.json, in the form that `gemini mcp add -s user` writes (0.61.0).
func (d Driver) MCP(host adapter.Host, server inject.MCPServer) inject.MCPEntry {
	entry := server.Stdio()
	entry.Trust = server.Trusted
	headless := "gemini -p calls the tools without asking."
	if !server.Trusted {
		headless = "gemini -p does not offer the tools to its model unless it is told so: install with --trust, or add --allowed-tools mcp_" +
			server.Name + "_search_sessions and so on, one for each tool."
	}
	return inject.MCPEntry{
		Path: filepath.Join(d.Home(host), "settings.json"), Keys: []string{"mcpServers", server.Name}, Value: entry,
		Headless: []string{headless,
			"It starts no server in a folder that it does not trust: trust the folder, or add --skip-trust."},
	}
}

// MCPTool returns the name of a server's tool.
func (Driver) MCPTool(server, tool string) string { return "mcp_" + server + "_" + tool }
