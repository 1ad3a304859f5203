package corpus

import "slices"

// Piece is a kind of text in a session.
type Piece int

// The kinds of texts: what the user asks, what the model says before a call and at the end of a turn, the call, and its
// result.
const (
	Prompt Piece = iota
	Remark
	Answer
	Call
	Result
)

// Needle is a text that is planted in some sessions.
type Needle struct {
	// Name describes what makes it hard to find.
	Name string
	// Text is the planted text. Query finds it and nothing else.
	Text, Query string
	// Every is the interval between the sessions that contain it. 0 plants it in one session only.
	Every int
	// In are the kinds of texts that contain it. In each such session, it is in one text of each kind, or in all of them
	// if All is set.
	In  []Piece
	All bool
}

// The names of the needles.
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

// Needles returns the planted needles. No other text of a corpus contains a needle, but some contain a longer word that
// begins like one.
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

// isIn reports whether the needle is planted in the session with this number.
func (n Needle) isIn(session int) bool {
	if n.Every == 0 {
		return session == 0
	}
	return session%n.Every == 0
}

// Count says how often a needle was planted: the number of sessions, and of texts in them. No text contains it twice.
type Count struct{ Sessions, Hits int }

// Tally counts the needles by name.
type Tally map[string]Count

// Add adds the counts of another corpus.
func (t Tally) Add(other Tally) {
	for name, count := range other {
		sum := t[name]
		t[name] = Count{sum.Sessions + count.Sessions, sum.Hits + count.Hits}
	}
}

// planting tracks what remains to be planted in a session.
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

// take returns the needles for the next text of a kind.
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

// isDone reports whether everything has been planted.
func (p *planting) isDone() bool { return len(p.due) == 0 }
