package redaction

import (
	"strings"

	"stead/timeline"
)

// A key may be cut in two at the boundary between two texts of a message. Each half is masked only at that boundary,
// because elsewhere it may be an ordinary word.

// overlapReach is how much of a text is examined next to a boundary, in bytes. It is longer than any key except a
// private key.
const overlapReach = 256

// overlap is the end of a text that another text of the same kind may follow.
type overlap struct {
	kind timeline.EntryType
	id   string
	tail string
}

// edges are the halves of secrets at the ends of an entry's text.
type edges struct {
	head, tail         string
	headMask, tailMask *mask
}

// bodyOf returns the text of an entry that may continue in the next entry.
func bodyOf(e *timeline.Entry) *timeline.Text {
	if e.Type == timeline.ToolResult {
		return &e.Output
	}
	return &e.Content
}

// learnAcross learns a secret that extends across the overlap of two texts, and returns the next overlap.
func (l *Learner) learnAcross(before overlap, e *timeline.Entry) overlap {
	body := bodyOf(e)
	if !e.Active() || body.IsEmpty() {
		return before
	}
	if before.kind == e.Type && before.id != e.ID {
		l.learnOverlap(before, e.ID, body.Head(overlapReach))
	}
	return overlap{e.Type, e.ID, tailOf(*body)}
}

// tailOf returns the end of a text. It omits anything that would have to be unescaped.
func tailOf(t timeline.Text) string {
	inner := t.Inner()
	from := max(0, len(inner)-overlapReach)
	if at := strings.LastIndexByte(string(inner[from:]), '\\'); at >= 0 {
		from += at
		for from > 0 && inner[from-1] == '\\' {
			from--
		}
	}
	return timeline.RawText([]byte(`"` + string(inner[from:]) + `"`)).String()
}

func (l *Learner) learnOverlap(before overlap, id, head string) {
	head = head[:min(len(head), overlapReach)]
	if !runsOn(before.tail, head) {
		return
	}
	joined := before.tail + head
	for _, s := range l.detector.Find(joined) {
		at := strings.Index(joined, s.Value)
		cut := len(before.tail) - at
		if at < 0 || cut <= 0 || cut >= len(s.Value) {
			continue // it is inside one of them, or not in this text
		}
		l.masks.add([]Secret{s})
		l.masks.addEdges(before.id, id, s, cut)
	}
}

// shortestCut is the minimum length of a secret, with the name directly before it, that is searched for across two
// texts.
const shortestCut = 10

// runsOn reports whether enough characters without white space extend across the end of a text and the beginning of the
// next one.
func runsOn(tail, head string) bool {
	before := tail[strings.LastIndexAny(tail, " \t\r\n")+1:]
	after := len(head)
	if end := strings.IndexAny(head, " \t\r\n"); end >= 0 {
		after = end
	}
	return before != "" && after > 0 && len(before)+after >= shortestCut
}

// addEdges records that a secret extends across two entries. Cut is how many of its bytes are in the first one.
func (m *masks) addEdges(first, second string, s Secret, cut int) {
	if m.edges == nil {
		m.edges = map[string]edges{}
	}
	for i := range m.list.len() {
		if m.list.value(i) == s.Value {
			known := m.list.at(i)
			a, b := m.edges[first], m.edges[second]
			a.tail, a.tailMask = s.Value[:cut], &known
			b.head, b.headMask = s.Value[cut:], &known
			m.edges[first], m.edges[second] = a, b
			return
		}
	}
}

// atEdges masks the halves of secrets at the ends of an entry's text.
func (m *masks) atEdges(e *timeline.Entry) []string {
	known, ok := m.edges[e.ID]
	if !ok {
		return nil
	}
	body := bodyOf(e)
	text := body.String()
	var rules []string
	if rest, ok := strings.CutPrefix(text, known.head); ok && known.headMask != nil {
		text, rules = known.headMask.text()+rest, append(rules, known.headMask.Rule)
	}
	if rest, ok := strings.CutSuffix(text, known.tail); ok && known.tailMask != nil {
		text, rules = rest+known.tailMask.text(), append(rules, known.tailMask.Rule)
	}
	if rules != nil {
		*body = timeline.NewText(text)
	}
	return rules
}
