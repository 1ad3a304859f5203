package redaction

// MaskText returns a text with its secrets masked in the same way as those of a session. It is for a standalone text.
// In a session, the same secret has the same mask everywhere.
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
