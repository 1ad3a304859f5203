package opencode

import (
	"net/url"
	"strconv"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// What the CLI tells the model in the user's name though nobody typed it, in texts that it marks as synthetic.
const (
	// ShellNote is all that stands in the message before a command that the user ran; the call of bash in the next message
	// is that command.
	ShellNote = "The following tool was executed by the user"
	// ContinueNote follows a summary when no prompt does.
	ContinueNote = "Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed."
	// readNote stands before what was read because the prompt names it, resourceNote before a resource of an MCP server.
	readNote     = "Called the Read tool with the following input: "
	resourceNote = "Reading MCP resource: "
)

// mediaNotes stand between a readNote and a picture or document.
var mediaNotes = []string{"Image read successfully", "PDF read successfully"}

// IsMediaNote reports whether a text only says that the file behind it was read.
func IsMediaNote(text timeline.Text) bool {
	for _, note := range mediaNotes {
		if text.Equal(timeline.NewText(note)) {
			return true
		}
	}
	return false
}

// noteMax bounds how much of a note is looked at: no path is longer.
const noteMax = 16 << 10

// ParseNote returns the name of what is told behind a note: the path of a file, "#L3-6" added for lines of it, or the
// URI of a resource. Ok is false for any other text.
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

// IsResourceNote reports whether a note is of a resource, behind which several texts may stand.
func IsResourceNote(note timeline.Text) bool { return note.HasPrefix(resourceNote) }

// Note returns the note to stand before what a name stands for.
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

// ResourceNote is the note for a resource of an MCP server.
func ResourceNote(uri string) string { return resourceNote + uri + " (" + uri + ")" }

// FileURL is the address that a part gives for a file or folder by its name.
func FileURL(name string) string {
	p := parseName(strings.TrimSuffix(name, "/"))
	address := url.URL{Scheme: "file", Path: p.path}
	if p.last > 0 {
		address.RawQuery = "start=" + strconv.FormatInt(p.first, 10) + "&end=" + strconv.FormatInt(p.last, 10)
	}
	return address.String()
}
