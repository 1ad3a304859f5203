package opencode

import (
	"os"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/adapters/opencode"
	"stead/inject"
)

// local is OpenCode's form of a server (1.18.33). Its own `mcp add` works only with questions at a terminal.
type local struct {
	Type        string            `json:"type"`
	Command     []string          `json:"command"`
	Enabled     bool              `json:"enabled"`
	Environment map[string]string `json:"environment,omitempty"`
}

// MCP returns the entry of a server in the user's configuration: in opencode.jsonc if it exists, because it takes
// precedence over opencode.json.
func (Driver) MCP(host adapter.Host, server inject.MCPServer) inject.MCPEntry {
	folder := opencode.ConfigFolder(host)
	path := filepath.Join(folder, "opencode.jsonc")
	if _, err := os.Stat(path); err != nil {
		path = filepath.Join(folder, "opencode.json")
	}
	return inject.MCPEntry{
		Path: path, Keys: []string{"mcp", server.Name},
		Value:    local{Type: "local", Command: server.Command, Enabled: true, Environment: server.Environment},
		Headless: []string{"opencode run calls the tools without asking, unless your settings have a permission for them."},
	}
}

// MCPTool returns the name of a server's tool.
func (Driver) MCPTool(server, tool string) string { return server + "_" + tool }
