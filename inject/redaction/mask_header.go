package redaction

import (
	"encoding/json"
	"slices"

	"stead/timeline"
)

// about returns the part of a header that may contain a secret: the address of a remote repository may contain a
// password, and a title may mention one. The rest identifies the session and what it was made from.
func about(h timeline.Header) timeline.Header {
	part := timeline.Header{Project: h.Project, Model: h.Model, Metadata: h.Metadata, Extra: h.Extra,
		Source: timeline.Source{Extra: h.Source.Extra}}
	if h.Lineage != nil {
		part.Lineage = &timeline.Lineage{Extra: h.Lineage.Extra}
	}
	for _, b := range h.Branches {
		part.Branches = append(part.Branches, timeline.Branch{Extra: b.Extra})
	}
	return part
}

// learnHeader learns the secrets of a header.
func (l *Learner) learnHeader(h timeline.Header) {
	if encoded, err := json.Marshal(about(h)); err == nil {
		l.masks.add(l.detector.FindInside(encoded))
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
	h.Project, h.Model, h.Metadata = clean.Project, clean.Model, clean.Metadata
	h.Extra, h.Source.Extra = clean.Extra, clean.Source.Extra
	if h.Lineage != nil {
		lineage := *h.Lineage
		lineage.Extra, h.Lineage = clean.Lineage.Extra, &lineage
	}
	h.Branches = slices.Clone(h.Branches)
	for i := range h.Branches {
		h.Branches[i].Extra = clean.Branches[i].Extra
	}
	return h, rules
}
