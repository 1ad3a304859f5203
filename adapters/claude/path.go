package claude

import (
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"

	"stead/adapters/adapter"
)

// Extension is the extension of session files.
const Extension = ".jsonl"

// maxFolderUnits is the maximum length of the name of a project's folder. The CLI cuts longer names and appends a hash.
const maxFolderUnits = 200

// Root returns the CLI's home on the host.
func Root(host adapter.Host) string { return host.Folder("CLAUDE_CONFIG_DIR", ".claude") }

// ProjectsFolder returns the folder that contains a folder for each project.
func ProjectsFolder(root string) string { return filepath.Join(root, "projects") }

// SessionPath returns the path of a session with the given id in a working folder. The folder must be a real path,
// because the CLI resolves symbolic links before it looks.
func SessionPath(root, dir, id string) string {
	return filepath.Join(ProjectsFolder(root), ProjectFolder(dir), id+Extension)
}

// HistoryFolder returns the folder of the backups from which /rewind restores files, for the session with the given id
// in the store that contains the session file path. Ok is false if the file is in no store, or if id is not a session
// id.
func HistoryFolder(path, id string) (folder string, ok bool) {
	projects := filepath.Dir(filepath.Dir(path))
	root := filepath.Dir(projects)
	return filepath.Join(root, "file-history", id), ProjectsFolder(root) == projects && IsSessionID(id)
}

// AgentsFolder returns the folder of the transcripts of a session's sub-agents, which is next to the session's file.
func AgentsFolder(session string) string {
	return filepath.Join(strings.TrimSuffix(session, Extension), "subagents")
}

// ProjectFolder returns the name of the folder that contains the sessions of a working folder: each UTF-16 unit that is
// not an ASCII letter or digit becomes a hyphen. Different folders can get the same name.
func ProjectFolder(dir string) string {
	units := utf16.Encode([]rune(dir))
	name := make([]byte, len(units))
	for i, unit := range units {
		name[i] = '-'
		if isAlphanumeric(unit) {
			name[i] = byte(unit)
		}
	}
	if len(name) <= maxFolderUnits {
		return string(name)
	}
	return string(name[:maxFolderUnits]) + "-" + hash(units)
}

func isAlphanumeric(unit uint16) bool {
	return unit >= '0' && unit <= '9' || unit >= 'A' && unit <= 'Z' || unit >= 'a' && unit <= 'z'
}

// hash is JavaScript's usual string hash, h = h*31 + unit in 32 bits. It returns the absolute value in base 36.
func hash(units []uint16) string {
	var h int32
	for _, unit := range units {
		h = h*31 + int32(unit)
	}
	magnitude := int64(h)
	if magnitude < 0 {
		magnitude = -magnitude
	}
	return strconv.FormatInt(magnitude, 36)
}

// IsSessionID reports whether the CLI accepts id as a session id: a UUID of any version, in upper or lower case.
func IsSessionID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i, c := range []byte(id) {
		isHyphen := i == 8 || i == 13 || i == 18 || i == 23
		isHex := c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
		if isHyphen != (c == '-') || !isHyphen && !isHex {
			return false
		}
	}
	return true
}
