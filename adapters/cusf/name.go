package cusf

import (
	"strings"
	"time"
)

// The export types, the last part of a file's name. The standard gives only the first, as an example.
const (
	ContextExport        = "context-export"
	ReconstructionExport = "reconstruction-export"
)

// FileName returns the name that the standard sets for an export:
// {timestamp}-session-{llm_source}-{session_id}--{export_type}.jsonl. What cannot stand in a name is replaced by an
// underscore.
func FileName(exported time.Time, source, session, kind string) string {
	stamp := strings.ReplaceAll(exported.UTC().Format("2006-01-02T15:04:05Z"), ":", "-")
	return stamp + "-session-" + source + "-" + clean(session) + "--" + kind + ".jsonl"
}

// maxID is how much of an id goes into a name: file systems take 255 bytes.
const maxID = 150

func clean(id string) string {
	id = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("-_.", r):
			return r
		}
		return '_'
	}, id)
	return id[:min(len(id), maxID)]
}
