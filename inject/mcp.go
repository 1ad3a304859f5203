package inject

import "stead/adapters/adapter"

// MCPInstaller is a driver whose CLI starts the servers of the Model Context Protocol that its configuration names.
type MCPInstaller interface {
	// MCP says how a server stands in the user's configuration of the CLI.
	MCP(adapter.Host, MCPServer) MCPEntry
	// MCPTool returns the name by which the CLI's model calls a tool of a server, and its sessions have it.
	MCPTool(server, tool string) string
}

// MCPTool returns the name of a server's tool as most CLIs spell it.
func MCPTool(server, tool string) string { return "mcp__" + server + "__" + tool }

// MCPServer is a server as a CLI starts it.
type MCPServer struct {
	Name    string
	Command []string
	// Environment holds NAME=value settings besides those that the CLI passes on.
	Environment map[string]string
	// Trusted has the CLI call the server's tools without asking, where it can be told so.
	Trusted bool
}

// MCPEntry is what a CLI's configuration says of a server.
type MCPEntry struct {
	// Path is the configuration's file: TOML if its name ends so, else JSON, with comments where it has some. It need not
	// exist.
	Path string
	// Keys lead to the entry: the names of the objects or tables around it, and its own.
	Keys []string
	// Value is the entry, to be encoded with its members in the order of its fields.
	Value any
	// Headless says to people, a sentence each, what a run without a terminal needs so that the CLI calls the tools.
	Headless []string
}

// MCPStdio is the form of an entry that several CLIs share.
type MCPStdio struct {
	Type    string            `json:"type,omitempty" toml:"type,omitempty"`
	Command string            `json:"command" toml:"command"`
	Args    []string          `json:"args" toml:"args"`
	Env     map[string]string `json:"env,omitempty" toml:"env,omitempty"`
	Trust   bool              `json:"trust,omitempty" toml:"trust,omitempty"`
}

// Stdio returns the entry of the server in that form.
func (s MCPServer) Stdio() MCPStdio {
	return MCPStdio{Command: s.Command[0], Args: s.Command[1:], Env: s.Environment}
}
