package corpus

import "slices"

// Piece is a kind of text in a session.
type Piece int

// The kinds of texts: what the user asks, what the model says before a call and at the end of a turn, what is called,
// and what that returns.
const (
	Prompt Piece = iota
	Remark
	Answer
	Call
	Result
)

// Needle is a text that is planted in some sessions.
type Needle struct {
	// Name says what is hard about it.
	Name string
	// Text is what is planted, Query what finds it and nothing else.
	Text, Query string
	// Every says in which sessions: each so many-th. 0 plants it in one only.
	Every int
	// In are the kinds of texts: one of each kind in such a session, or all of them.
	In  []Piece
	All bool
}

// The needles by name.
const (
	Common     = "common"
	Rare       = "rare"
	InResults  = "in tool results only"
	Quoted     = "next to quotes"
	Tabbed     = "next to tabs"
	Escaped    = "next to backslashes"
	OnALine    = "on a line of its own"
	CJK        = "CJK"
	Emoji      = "emoji"
	InAPath    = "a path"
	Everywhere = "in every text"
)

// Needles returns what is planted. No other text of a corpus holds a needle, but some hold a longer word that begins
// like one.
func Needles() []Needle {
	each := []Piece{Prompt, Answer, Result}
	return []Needle{
		{Name: Common, Text: "needle-common-7f3a", Query: "needle-common-7f3a", Every: 20, In: each},
		{Name: Rare, Text: "needle_rare", Query: "needle_rare", In: []Piece{Answer}},
		{Name: "no needle", Text: "needle_rarely", Query: "needle_rarely", Every: 50, In: []Piece{Answer}},
		{Name: InResults, Text: "needle_result", Query: "needle_result", Every: 50, In: []Piece{Result}},
		{Name: Quoted, Text: `say:"needle_quoted"`, Query: "needle_quoted", Every: 40, In: each},
		{Name: Tabbed, Text: "a\tneedle_tab\tb", Query: "needle_tab", Every: 40, In: each},
		{Name: Escaped, Text: `C:\new\needle_back\u0041`, Query: `needle_back`, Every: 40, In: each},
		{Name: OnALine, Text: "\nneedle_line\n", Query: "needle_line", Every: 40, In: each},
		{Name: CJK, Text: "前の検索針試験後", Query: "検索針試験", Every: 40, In: each},
		{Name: Emoji, Text: "done🪡ok", Query: "🪡", Every: 40, In: each},
		{Name: InAPath, Text: "internal/needle/needle-path.go", Query: "internal/needle/needle-path.go", Every: 40, In: each},
		{Name: Everywhere, Text: "needle_everywhere", Query: "needle_everywhere", Every: 1,
			In: []Piece{Prompt, Remark, Answer, Result}, All: true},
	}
}

// isIn reports whether the needle is planted in the session of that number.
func (n Needle) isIn(session int) bool {
	if n.Every == 0 {
		return session == 0
	}
	return session%n.Every == 0
}

// Count is how often a needle was planted: in so many sessions, in so many texts of theirs. No text has it twice.
type Count struct{ Sessions, Hits int }

// Tally counts the needles by their names.
type Tally map[string]Count

// Add adds the counts of another corpus.
func (t Tally) Add(other Tally) {
	for name, count := range other {
		sum := t[name]
		t[name] = Count{sum.Sessions + count.Sessions, sum.Hits + count.Hits}
	}
}

// planting is what is still to be planted in a session.
type planting struct {
	due   map[Piece][]Needle
	all   []Needle
	tally Tally
}

func newPlanting(session int) *planting {
	p := &planting{due: map[Piece][]Needle{}, tally: Tally{}}
	for _, n := range Needles() {
		switch {
		case !n.isIn(session):
		case n.All:
			p.all = append(p.all, n)
		default:
			for _, piece := range n.In {
				p.due[piece] = append(p.due[piece], n)
			}
		}
	}
	return p
}

// take returns what belongs into the next text of a kind.
func (p *planting) take(piece Piece) []string {
	var texts []string
	found := p.due[piece]
	delete(p.due, piece)
	for _, n := range p.all {
		if slices.Contains(n.In, piece) {
			found = append(found, n)
		}
	}
	for _, n := range found {
		texts = append(texts, n.Text)
		count := p.tally[n.Name]
		p.tally[n.Name] = Count{1, count.Hits + 1}
	}
	return texts
}

// isDone reports whether all is planted.
func (p *planting) isDone() bool { return len(p.due) == 0 }
