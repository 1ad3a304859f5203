package entry

import "stead/timeline"

// Address returns the text that stands for an image or another file that a message names by its address only. Not every
// CLI fetches such a file, and it may no longer exist. What is the kind of file, in the source's words.
func Address(what string, url timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText("["+what+": "), url, timeline.NewText("]"))
}
