package redaction

// MaskText returns a text with its secrets masked, as those of a session are. It is for what stands alone: in a session
// the same secret has the same mask everywhere.
func MaskText(d Detector, text string) string {
	found := d.Find(text)
	if len(found) == 0 {
		return text
	}
	var m masks
	m.add(found)
	masked, _ := m.replace(text)
	return masked
}
