package pi

import (
	"path/filepath"

	"stead/adapters/adapter"
)

// Name is the CLI's name in references and in native records.
const Name = "pi"

// Info describes the CLI. It has no vendor, because the user configures the provider.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "Pi", HomeVariable: "PI_CODING_AGENT_DIR",
		Tested:    []string{"0.73.1", "0.87.1", "1.6.0"},
		Signature: "JSON lines, the first of type session with an id and a cwd"}
}

// Root returns the CLI's home: $PI_CODING_AGENT_DIR, else ~/.pi/agent.
func Root(host adapter.Host) string {
	if dir := host.Getenv("PI_CODING_AGENT_DIR"); dir != "" {
		return host.Expand(dir)
	}
	return filepath.Join(host.Home, ".pi", "agent")
}

// FlatFolder returns the folder that the user chose for the sessions of all projects, or the empty string.
func FlatFolder(host adapter.Host) string {
	if dir := host.Getenv("PI_CODING_AGENT_SESSION_DIR"); dir != "" {
		return host.Expand(dir)
	}
	return ""
}
