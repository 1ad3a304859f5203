package writers

import "stead/timeline"

// Repaired counts a loss for a converted entry whose record has half a character: the escape of one half of a surrogate
// pair, which is not valid text. Other programs can only read valid text.
func (l *Losses) Repaired(e *timeline.Entry) {
	if e.Active() && e.Native != nil && timeline.HasHalf(e.Native.Raw) {
		l.Add("half a character",
			"the source cut a character in two, which other programs refuse: U+FFFD stands in its place")
	}
}
