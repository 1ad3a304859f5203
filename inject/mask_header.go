package inject

import (
	"encoding/json"

	"stead/timeline"
)

// about returns what of a header may hold a secret: a remote repository may be named with a password. The rest names the session and what it
// was made from.
func about(h timeline.Header) timeline.Header {
	return timeline.Header{Project: h.Project, Model: h.Model, Metadata: h.Metadata, Extra: h.Extra}
}

// learnHeader learns the secrets of a header.
func (r *redactor) learnHeader(h timeline.Header) {
	if encoded, err := json.Marshal(about(h)); err == nil {
		for _, text := range textsOf(encoded) {
			r.masks.add(r.detector.Find(text))
		}
	}
}

// header returns the header with its secrets masked.
func (m *masks) header(h timeline.Header) (timeline.Header, []string) {
	encoded, err := json.Marshal(about(h))
	if err != nil {
		return h, nil
	}
	encoded, rules := m.json(encoded)
	var clean timeline.Header
	if rules == nil || json.Unmarshal(encoded, &clean) != nil {
		return h, nil
	}
	h.Project, h.Model, h.Metadata, h.Extra = clean.Project, clean.Model, clean.Metadata, clean.Extra
	return h, rules
}
