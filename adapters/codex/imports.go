package codex

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// importsFile is where Codex 0.171.0 records which sessions of other CLIs it has imported: the file of each, and the
// new session. The session itself does not record its source.
const importsFile = "external_agent_session_imports.json"

// ImportedMark is what Codex draws after imported content.
const ImportedMark = "<EXTERNAL SESSION IMPORTED>"

// importedFolders maps the folders from which Codex imports to their CLIs. The name of a session's file there is its
// id.
var importedFolders = map[string]string{"/.claude/projects/": "claude"}

// imports caches the records of the homes that were asked for.
var imports sync.Map

type noted struct {
	modified int64
	sources  map[string]string // references, by the ids of Codex's sessions
}

// ImportedFrom returns the reference of the session of another CLI that a rollout's session was imported from:
// claude:<id>. It is empty for every other session.
func ImportedFrom(path string) string {
	root := RootOf(path)
	info, err := os.Stat(filepath.Join(root, importsFile))
	if root == "" || err != nil {
		return ""
	}
	modified := info.ModTime().UnixNano()
	if known, ok := imports.Load(root); ok && known.(noted).modified == modified {
		return known.(noted).sources[SessionID(path)]
	}
	n := noted{modified, readImports(root)}
	imports.Store(root, n)
	return n.sources[SessionID(path)]
}

func readImports(root string) map[string]string {
	content, _ := regular.ReadFile(filepath.Join(root, importsFile)) // an unreadable file records nothing
	sources := map[string]string{}
	clean, _, ok := jsonl.Clean(content)
	if !ok {
		return sources
	}
	for record := range jsonl.Elements(jsonl.Value(clean).Get("records")) {
		source := filepath.ToSlash(record.Get("source_path").String())
		for folder, cli := range importedFolders {
			if strings.Contains(source, folder) {
				sources[record.Get("imported_thread_id").String()] = cli + ":" +
					strings.TrimSuffix(filepath.Base(source), Extension)
			}
		}
	}
	return sources
}
