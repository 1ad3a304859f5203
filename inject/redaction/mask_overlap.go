package redaction

import (
	"strings"

	"stead/timeline"
)

// A key may be cut in two where one text of a message ends and the next begins. Each half is masked at that edge, and
// nowhere else: it may be a word as any other.

// overlapReach is how much of a text is looked at beside an edge, in bytes: more than any key but a private one has.
const overlapReach = 256

// overlap is the end of a text behind which another of the same kind may follow.
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

// bodyOf is the text of an entry that may go on in the next one.
func bodyOf(e *timeline.Entry) *timeline.Text {
	if e.Type == timeline.ToolResult {
		return &e.Output
	}
	return &e.Content
}

// learnAcross learns what stands across the overlap between two texts, and returns the next overlap.
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

// tailOf returns the end of a text, without what would have to be unescaped before it.
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
			continue // it stands in one of them, or is none of this text
		}
		l.masks.add([]Secret{s})
		l.masks.addEdges(before.id, id, s, cut)
	}
}

// shortestCut is how long a secret is at least, with the name right before it, that is looked for in two texts.
const shortestCut = 10

// runsOn reports whether so many characters without a blank stand across the end of a text and the beginning of the
// next one.
func runsOn(tail, head string) bool {
	before := tail[strings.LastIndexAny(tail, " \t\r\n")+1:]
	after := len(head)
	if end := strings.IndexAny(head, " \t\r\n"); end >= 0 {
		after = end
	}
	return before != "" && after > 0 && len(before)+after >= shortestCut
}

// addEdges notes that a secret stands across two entries, so many of its bytes in the first one.
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
