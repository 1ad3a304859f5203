package opencode

import (
	"net/url"
	"strconv"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// The texts that the CLI sends to the model in the user's name, although the user did not type them. The CLI marks them
// as synthetic.
const (
	// ShellNote is the whole message before a command that the user ran. The call of bash in the next message is that
	// command.
	ShellNote = "The following tool was executed by the user"
	// ContinueNote follows a summary that no prompt follows.
	ContinueNote = "Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed."
	// readNote precedes content that the CLI read because the prompt names it. resourceNote precedes a resource of an MCP
	// server.
	readNote     = "Called the Read tool with the following input: "
	resourceNote = "Reading MCP resource: "
)

// mediaNotes come between a readNote and a picture or document.
var mediaNotes = []string{"Image read successfully", "PDF read successfully"}

// IsMediaNote reports whether a text says only that the CLI read the file after it.
func IsMediaNote(text timeline.Text) bool {
	for _, note := range mediaNotes {
		if text.Equal(timeline.NewText(note)) {
			return true
		}
	}
	return false
}

// noteMax limits how much of a note is parsed, because no path is longer.
const noteMax = 16 << 10

// ParseNote returns the name of the content that follows a note: the path of a file, with "#L3-6" added for lines of
// it, or the URI of a resource. Ok is false for any other text.
func ParseNote(text timeline.Text) (name string, ok bool) {
	note := text.Head(noteMax)
	if input, isRead := strings.CutPrefix(note, readNote); isRead {
		clean, _, isJSON := jsonl.Clean([]byte(input))
		p := passageOf(clean)
		return p.name(), isJSON && jsonl.Value(clean).IsObject()
	}
	rest, isResource := strings.CutPrefix(note, resourceNote)
	at := strings.LastIndex(rest, " (")
	if !isResource || at < 0 || !strings.HasSuffix(rest, ")") {
		return "", false
	}
	return rest[at+2 : len(rest)-1], true
}

// IsResourceNote reports whether a note announces a resource. Several texts may follow it.
func IsResourceNote(note timeline.Text) bool { return note.HasPrefix(resourceNote) }

// Note returns the note that precedes the content of a name.
func Note(name string) string {
	p := parseName(name)
	o := timeline.NewObject(nil)
	o.String("filePath", strings.TrimSuffix(p.path, "/"))
	if p.last > 0 {
		o.Int("offset", p.first)
		o.Int("limit", p.last-p.first+1)
	}
	return readNote + string(o.End())
}

// ResourceNote returns the note for a resource of an MCP server.
func ResourceNote(uri string) string { return resourceNote + uri + " (" + uri + ")" }

// FileURL returns the URL of a file or folder in its part, given its name.
func FileURL(name string) string {
	p := parseName(strings.TrimSuffix(name, "/"))
	address := url.URL{Scheme: "file", Path: p.path}
	if p.last > 0 {
		address.RawQuery = "start=" + strconv.FormatInt(p.first, 10) + "&end=" + strconv.FormatInt(p.last, 10)
	}
	return address.String()
}
