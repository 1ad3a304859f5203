package claude

import (
	"strconv"

	"stead/adapters/claude"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// The sentences in which the reader tells what the CLI keeps of an editor.
var (
	opened   = lazy.Regexp(`^The user opened the file (.+) in the IDE\.$`)
	selected = lazy.Regexp(`^The user selected the lines (\d+) to (\d+) from (.+):\n`)
)

// maxSentence is how much of a text is searched for a sentence. No path is longer.
const maxSentence = 8 << 10

// editor writes what an editor told: the file that is open, the lines that are selected, or what else it said.
func (c *contexts) editor(e *timeline.Entry) (bool, error) {
	name, head := e.Origin.Name, e.Content.Head(maxSentence)
	if name == "" {
		return true, c.tagged(e, claude.TagSelection, false)
	}
	if m := opened().FindStringSubmatch(head); m != nil && m[1] == name {
		return true, c.prompts.attachment(e, "opened_file_in_ide", func(a *timeline.Object) { a.String("filename", name) })
	}
	if m := selected().FindStringSubmatch(head); m != nil && m[3] == name {
		return true, c.prompts.attachment(e, "selected_lines_in_ide", func(a *timeline.Object) { selection(a, e, m) })
	}
	return false, nil
}

func selection(a *timeline.Object, e *timeline.Entry, m []string) {
	first, _ := strconv.ParseInt(m[1], 10, 64) // of too many digits it stays 0
	last, _ := strconv.ParseInt(m[2], 10, 64)
	a.String("ideName", "IDE")
	a.Int("lineStart", first)
	a.Int("lineEnd", last)
	a.String("filename", e.Origin.Name)
	a.Text("content", e.Content.Slice(timeline.NewText(m[0]).Len(), e.Content.Len()))
	a.String("displayPath", e.Origin.Name)
}
