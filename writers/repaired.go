package writers

import "stead/timeline"

// Repaired counts a loss for an entry that is converted and whose record has half a character: the escape of one half
// of a surrogate pair, which is no text. What other programs read must be text.
func (l *Losses) Repaired(e *timeline.Entry) {
	if e.Active() && e.Native != nil && timeline.HasHalf(e.Native.Raw) {
		l.Add("half a character",
			"the source cut a character in two, which other programs refuse: U+FFFD stands in its place")
	}
}
