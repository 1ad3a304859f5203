package entry

import "stead/timeline"

// Address returns how a text tells of a picture or another file that a message names by its address only: not every CLI
// fetches one, and it may be gone. What is the kind of file, in the source's words.
func Address(what string, url timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("["+what+": "), url, timeline.NewText("]"))
}
