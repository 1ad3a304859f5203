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

// SessionsFolder returns the folder of a project's sessions. Dir must be a real path: the CLI takes that of its
// process.
func SessionsFolder(root, dir string) string {
	return filepath.Join(ProjectsFolder(root), ProjectFolder(dir), "chats")
}

// SessionPath returns where the session of that id lies for a working folder.
func SessionPath(root, dir, id string) string {
	return filepath.Join(SessionsFolder(root, dir), id+Extension)
}

// ProjectFolder returns the name of the folder of a working folder: each UTF-16 unit that is no ASCII letter or digit
// becomes a hyphen. Different folders can get the same name.
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

// SessionID returns the id that a file's name tells. Ok is false when the CLI would not take the file for a session.
func SessionID(path string) (id string, ok bool) {
	id, ok = strings.CutSuffix(filepath.Base(path), Extension)
	return id, ok && IsSessionID(id)
}

// IsSessionID reports whether the CLI takes id for a session's: 32 to 36 hexadecimal digits and hyphens.
func IsSessionID(id string) bool {
	return len(id) >= 32 && len(id) <= 36 && strings.Trim(id, "0123456789abcdefABCDEF-") == ""
}

// AgentsFolder returns the folder of the transcripts of a session's sub-agents, beside the folder of the sessions.
func AgentsFolder(session string) string {
	id := strings.TrimSuffix(filepath.Base(session), Extension)
	return filepath.Join(filepath.Dir(filepath.Dir(session)), "subagents", id)
}

// A sub-agent's transcript is agent-<id>.jsonl, with a file of notes beside it.
const (
	agentPrefix        = "agent-"
	AgentMetaExtension = ".meta.json"
)

// AgentMeta is the member of a sub-agent's header that holds its file of notes as it is.
const AgentMeta = "agentMeta"

// AgentOf returns the id of the agent whose transcript a file is, by the file's name.
func AgentOf(name string) (id string, ok bool) {
	id, hasPrefix := strings.CutPrefix(name, agentPrefix)
	id, hasExtension := strings.CutSuffix(id, Extension)
	return id, hasPrefix && hasExtension && id != ""
}

// AgentFile returns the name of an agent's transcript.
func AgentFile(id string) string { return agentPrefix + id + Extension }
