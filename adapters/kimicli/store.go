package kimicli

import (
	"cmp"
	"crypto/md5"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"stead/internal/sys/lazy"
)

// The names below the CLI's home: sessions/<bucket of the folder>/<session>/context.jsonl and the files next to it.
const (
	sessionsFolder = "sessions"
	contextFile    = "context.jsonl"
	wireFile       = "wire.jsonl"
	stateFile      = "state.json"
	agentsFolder   = "subagents"
	agentFile      = "meta.json"
	// Extension is the extension of context and wire files, and of the older form of a session, which is a file instead of
	// a folder.
	Extension = ".jsonl"
)

// Bucket returns the name of the folder that holds the sessions of a working folder.
func Bucket(dir string) string {
	sum := md5.Sum([]byte(dir))
	return hex.EncodeToString(sum[:])
}

// SessionsFolder returns the folder that holds all sessions, in a subfolder for each working folder.
func SessionsFolder(root string) string { return filepath.Join(root, sessionsFolder) }

// ContextPath returns the context file of a session, or of a sub-agent.
func ContextPath(folder string) string { return filepath.Join(folder, contextFile) }

// WirePath returns the path of the wire file next to a context file. It holds what the screen showed.
func WirePath(context string) string { return filepath.Join(filepath.Dir(context), wireFile) }

// StatePath returns the path of the file next to a context file that holds the session's title and settings.
func StatePath(context string) string { return filepath.Join(filepath.Dir(context), stateFile) }

// AgentsFolder returns the folder that holds a folder for each of a session's sub-agents.
func AgentsFolder(context string) string { return filepath.Join(filepath.Dir(context), agentsFolder) }

// AgentPath returns the path of the file that describes a sub-agent.
func AgentPath(context string) string { return filepath.Join(filepath.Dir(context), agentFile) }

// IsFlat reports whether a context file has the older form: the file is the whole session, and no file next to it
// belongs to it.
func IsFlat(context string) bool { return filepath.Base(context) != contextFile }

// SessionID returns the id with which the CLI resumes the session of a context file.
func SessionID(context string) string {
	if IsFlat(context) {
		return strings.TrimSuffix(filepath.Base(context), Extension)
	}
	return filepath.Base(filepath.Dir(context))
}

// RootOf returns the CLI's home and the bucket that contain a session's context file. Both are empty for a file
// elsewhere.
func RootOf(context string) (root, bucket string) {
	folder := filepath.Dir(context)
	if !IsFlat(context) {
		folder = filepath.Dir(folder)
	}
	if filepath.Base(filepath.Dir(folder)) != sessionsFolder {
		return "", ""
	}
	return filepath.Dir(filepath.Dir(folder)), filepath.Base(folder)
}

// RotatedPath returns the path to which the CLI moves the context when it replaces it for the nth time, counted from 1.
func RotatedPath(context string, n int) string {
	return strings.TrimSuffix(context, Extension) + "_" + strconv.Itoa(n) + Extension
}

// Contexts returns the context files of a session, the oldest first: the replaced ones, then the current one.
func Contexts(context string) []string {
	if IsFlat(context) {
		return []string{context}
	}
	type numbered struct {
		path string
		n    int
	}
	var rotated []numbered
	entries, _ := os.ReadDir(filepath.Dir(context)) // a missing folder shows when the caller reads the context
	for _, entry := range entries {
		number, ok := strings.CutPrefix(strings.TrimSuffix(entry.Name(), Extension), "context_")
		if n, err := strconv.Atoi(number); ok && err == nil && entry.Type().IsRegular() &&
			strings.HasSuffix(entry.Name(), Extension) {
			rotated = append(rotated, numbered{filepath.Join(filepath.Dir(context), entry.Name()), n})
		}
	}
	slices.SortFunc(rotated, func(a, b numbered) int { return cmp.Compare(a.n, b.n) })
	var paths []string
	for _, r := range rotated {
		paths = append(paths, r.path)
	}
	return append(paths, context)
}

var name = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// IsName reports whether text can be the id of a session or a sub-agent, which is the name of a folder.
func IsName(text string) bool { return name().MatchString(text) }

// The members of a header's or an entry's Extra that hold content of the CLI's files, so that stead can restore it
// unchanged: the state file, a sub-agent's description, and a line of the wire file. SeenExtra marks an entry that was
// read from such a line because there was no context.
const (
	StateExtra  = "kimiCliState"
	AgentExtra  = "kimiCliAgent"
	ScreenExtra = "kimiCliScreen"
	SeenExtra   = "kimiCliSeen"
)
