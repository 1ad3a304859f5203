package kimi

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"stead/internal/sys/lazy"
)

// The names below the CLI's home: sessions/<key of the folder>/<session>/agents/<agent>/wire.jsonl, and state.json in
// the session's folder.
const (
	sessionsFolder = "sessions"
	agentsFolder   = "agents"
	stateFile      = "state.json"
	wireFile       = "wire.jsonl"
	blobsFolder    = "blobs"
	// MainAgent is the agent that the user talks to. All others are its sub-agents.
	MainAgent = "main"
)

var notInSlug = lazy.Regexp(`[^a-z0-9._-]+`)

// maxSlug is the maximum length of the part of a key that comes from the folder's name.
const maxSlug = 40

// WorkDirKey returns the name of the folder that holds the sessions of a working folder. The CLI does not find a
// session under another key.
func WorkDirKey(dir string) string {
	dir = strings.TrimRight(strings.ReplaceAll(dir, `\`, "/"), "/")
	slug := strings.Trim(notInSlug().ReplaceAllString(strings.ToLower(dir[strings.LastIndexByte(dir, '/')+1:]), "-"), "-")
	slug = strings.Trim(slug[:min(len(slug), maxSlug)], "-")
	if slug == "" || slug == "." || slug == ".." {
		slug = "workspace"
	}
	sum := sha256.Sum256([]byte(dir))
	return "wd_" + slug + "_" + hex.EncodeToString(sum[:])[:12]
}

// SessionsFolder returns the folder that holds all sessions, in a subfolder for each working folder.
func SessionsFolder(root string) string { return filepath.Join(root, sessionsFolder) }

// SessionFolder returns the folder in which the CLI looks for a session of a working folder.
func SessionFolder(root, dir, id string) string {
	return filepath.Join(root, sessionsFolder, WorkDirKey(dir), id)
}

// WirePath returns the wire file of one of a session's agents.
func WirePath(session, agent string) string {
	return filepath.Join(session, agentsFolder, agent, wireFile)
}

// StatePath returns the file that describes a session. Without this file, the CLI does not find the session.
func StatePath(session string) string { return filepath.Join(session, stateFile) }

// AgentsFolder returns the folder that holds a folder for each of a session's agents.
func AgentsFolder(session string) string { return filepath.Join(session, agentsFolder) }

// SessionOf returns the session's folder and the agent's id for a wire file in its native place. Both are empty for a
// file elsewhere.
func SessionOf(wire string) (session, agent string) {
	folder := filepath.Dir(wire)
	if filepath.Base(wire) != wireFile || filepath.Base(filepath.Dir(folder)) != agentsFolder {
		return "", ""
	}
	return filepath.Dir(filepath.Dir(folder)), filepath.Base(folder)
}

// SessionPrefix begins the ids that the CLI generates.
const SessionPrefix = "session_"

var sessionID = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// IsSessionID reports whether the CLI can have a session with that id, which is the name of a folder.
func IsSessionID(id string) bool { return sessionID().MatchString(id) }

// Agent ids are folder names, too.
var notInAgentID = lazy.Regexp(`[^A-Za-z0-9._-]+`)

// AgentID converts the id of a sub-agent to one that can be a folder's name.
func AgentID(id string) string {
	id = strings.Trim(notInAgentID().ReplaceAllString(id, "-"), ".-")
	if id == "" || id == MainAgent {
		return "agent-" + id
	}
	return id
}
