package qwen

import (
	"path/filepath"
	"strings"
	"unicode/utf16"

	"stead/adapters/adapter"
)

// Extension is the extension of session files.
const Extension = ".jsonl"

// Home returns the folder of the CLI's settings: $QWEN_HOME, else ~/.qwen.
func Home(host adapter.Host) string {
	if dir := host.Getenv("QWEN_HOME"); dir != "" {
		return host.Expand(dir)
	}
	return filepath.Join(host.Home, ".qwen")
}

// Root returns the folder that holds the sessions: $QWEN_RUNTIME_DIR, else the CLI's home.
func Root(host adapter.Host) string {
	if dir := host.Getenv("QWEN_RUNTIME_DIR"); dir != "" {
		return host.Expand(dir)
	}
	return Home(host)
}

// ProjectsFolder returns the folder that holds a folder for each project.
func ProjectsFolder(root string) string { return filepath.Join(root, "projects") }

// SessionsFolder returns the folder of a project's sessions. Dir must be a real path, because the CLI uses the real
// path of its process.
func SessionsFolder(root, dir string) string {
	return filepath.Join(ProjectsFolder(root), ProjectFolder(dir), "chats")
}

// SessionPath returns the path of the session with that id for a working folder.
func SessionPath(root, dir, id string) string {
	return filepath.Join(SessionsFolder(root, dir), id+Extension)
}

// ProjectFolder returns the name of a working folder's project folder. Each UTF-16 unit that is not an ASCII letter or
// digit becomes a hyphen. Different working folders can get the same name.
func ProjectFolder(dir string) string {
	units := utf16.Encode([]rune(dir))
	name := make([]byte, len(units))
	for i, unit := range units {
		name[i] = '-'
		if unit >= '0' && unit <= '9' || unit >= 'A' && unit <= 'Z' || unit >= 'a' && unit <= 'z' {
			name[i] = byte(unit)
		}
	}
	return string(name)
}

// SessionID returns the id in a file's name. Ok is false if the CLI would not accept the file as a session.
func SessionID(path string) (id string, ok bool) {
	id, ok = strings.CutSuffix(filepath.Base(path), Extension)
	return id, ok && IsSessionID(id)
}

// IsSessionID reports whether the CLI accepts id as a session's id: 32 to 36 hexadecimal digits and hyphens.
func IsSessionID(id string) bool {
	return len(id) >= 32 && len(id) <= 36 && strings.Trim(id, "0123456789abcdefABCDEF-") == ""
}

// AgentsFolder returns the folder of the transcripts of a session's sub-agents, which lies next to the sessions folder.
func AgentsFolder(session string) string {
	id := strings.TrimSuffix(filepath.Base(session), Extension)
	return filepath.Join(filepath.Dir(filepath.Dir(session)), "subagents", id)
}

// A sub-agent's transcript is agent-<id>.jsonl, with a metadata file next to it.
const (
	agentPrefix        = "agent-"
	AgentMetaExtension = ".meta.json"
)

// AgentMeta is the member of a sub-agent's header that holds its metadata file unchanged.
const AgentMeta = "agentMeta"

// AgentOf returns the id of the agent that a transcript belongs to, according to the file's name.
func AgentOf(name string) (id string, ok bool) {
	id, hasPrefix := strings.CutPrefix(name, agentPrefix)
	id, hasExtension := strings.CutSuffix(id, Extension)
	return id, hasPrefix && hasExtension && id != ""
}

// AgentFile returns the name of an agent's transcript.
func AgentFile(id string) string { return agentPrefix + id + Extension }
