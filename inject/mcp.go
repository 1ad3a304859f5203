package inject

import "stead/adapters/adapter"

// MCPInstaller is a driver of a CLI that starts the servers of the Model Context Protocol named in its configuration.
type MCPInstaller interface {
	// MCP returns a server's entry in the user's configuration of the CLI.
	MCP(adapter.Host, MCPServer) MCPEntry
	// MCPTool returns the name under which the CLI's model calls a tool of a server. Sessions use the same name.
	MCPTool(server, tool string) string
}

// MCPTool returns the name of a server's tool in the spelling of most CLIs.
func MCPTool(server, tool string) string { return "mcp__" + server + "__" + tool }

// MCPServer describes how a CLI starts a server.
type MCPServer struct {
	Name    string
	Command []string
	// Environment holds variables in addition to those that the CLI passes on.
	Environment map[string]string
	// Trusted lets the CLI call the server's tools without asking, if it has a setting for that.
	Trusted bool
}

// MCPEntry is the entry of a server in a CLI's configuration.
type MCPEntry struct {
	// Path is the configuration file: TOML if its name ends in .toml, otherwise JSON, possibly with comments. It need
	// not exist.
	Path string
	// Keys are the path to the entry: the names of the objects or tables around it, and its own name.
	Keys []string
	// Value is the entry. It is encoded with its members in the order of its fields.
	Value any
	// Headless tells users, one sentence each, what a run without a terminal needs so that the CLI calls the tools.
	Headless []string
}

// MCPStdio is a form of entry that several CLIs share.
type MCPStdio struct {
	Type    string            `json:"type,omitempty" toml:"type,omitempty"`
	Command string            `json:"command" toml:"command"`
	Args    []string          `json:"args" toml:"args"`
	Env     map[string]string `json:"env,omitempty" toml:"env,omitempty"`
	Trust   bool              `json:"trust,omitempty" toml:"trust,omitempty"`
}

// Stdio returns the server's entry in that form.
func (s MCPServer) Stdio() MCPStdio {
	return MCPStdio{Command: s.Command[0], Args: s.Command[1:], Env: s.Environment}
}
