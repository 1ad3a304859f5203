package cusf

import (
	"strings"
	"time"
)

// The export types, which are the last part of a file's name. The standard gives only the first one, as an example.
const (
	ContextExport        = "context-export"
	ReconstructionExport = "reconstruction-export"
)

// FileName returns the name that the standard requires for an export:
// {timestamp}-session-{llm_source}-{session_id}--{export_type}.jsonl. Underscores replace characters that a name cannot
// hold.
func FileName(exported time.Time, source, session, kind string) string {
	stamp := strings.ReplaceAll(exported.UTC().Format("2006-01-02T15:04:05Z"), ":", "-")
	return stamp + "-session-" + source + "-" + clean(session) + "--" + kind + ".jsonl"
}

// maxID is the maximum length of an id in a file name, because file systems allow 255 bytes.
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
