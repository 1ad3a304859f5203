package codex

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// importsFile is where Codex 0.171.0 notes which sessions of other CLIs it has imported: the file of each, and the
// session that it made of it. The session itself does not say it.
const importsFile = "external_agent_session_imports.json"

// ImportedMark is what Codex draws behind what it has imported.
const ImportedMark = "<EXTERNAL SESSION IMPORTED>"

// importedFolders are the folders from which Codex imports, with the CLIs whose they are. A session's file there has
// its id for a name.
var importedFolders = map[string]string{"/.claude/projects/": "claude"}

// imports remembers what was noted in the homes that were asked for.
var imports sync.Map

type noted struct {
	modified int64
	sources  map[string]string // references, by the ids of Codex's sessions
}

// ImportedFrom returns the reference of the session of another CLI of which Codex has made the session of a rollout:
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
	content, _ := regular.ReadFile(filepath.Join(root, importsFile)) // what cannot be read notes nothing
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
