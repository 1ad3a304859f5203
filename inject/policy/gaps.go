package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"stead/internal/term/plain"
	"stead/timeline"
	"stead/writers"
)

// gaps collects what stead does not know about a session or could not read, and what therefore does not arrive in
// another CLI. It keeps a name and a count for each kind, and the first lines of damaged records. The names are
// untrusted text: there are at most maxKinds of them, and they are short.
type gaps struct {
	unknown map[gap]int
	damaged map[string]*lines // by the type that the damaged record names
	// missing are the lines after a gap. Unlinked reports that the entries are in file order.
	missing  lines
	unlinked bool
}

// gap is a kind of unknown records. HasText reports whether they contain a text.
type gap struct {
	kind    string
	hasText bool
}

// lines holds the numbers of damaged lines, at most shownLines of them.
type lines struct {
	count int
	first []string
}

const (
	shownLines = 5
	// maxKinds is how many kinds get a line of their own in the report. The others share one line.
	maxKinds = 20
	// longestName is the maximum length of a name, in characters.
	longestName = 60
	// others is the name for the remaining kinds.
	others = "others"
)

func newGaps() *gaps { return &gaps{unknown: map[gap]int{}, damaged: map[string]*lines{}} }

func (g *gaps) see(e *timeline.Entry) {
	kind := plain.Fit(plain.Line(e.Origin.Name), longestName)
	if e.Native == nil || !e.Native.Damaged {
		unknown := gap{kind, !e.Content.IsEmpty()}
		if _, isNamed := g.unknown[unknown]; !isNamed && len(g.unknown) >= maxKinds {
			unknown.kind = others
		}
		g.unknown[unknown]++
		return
	}
	if g.damaged[kind] == nil && len(g.damaged) >= maxKinds {
		kind = others
	}
	l := g.damaged[kind]
	if l == nil {
		l = &lines{}
		g.damaged[kind] = l
	}
	l.add(e)
}

// lacks records what the session's file lacks.
func (g *gaps) lacks(e *timeline.Entry) {
	if e.Origin.Name == timeline.MissingRecord {
		g.missing.add(e)
	} else {
		g.unlinked = true
	}
}

func (l *lines) add(e *timeline.Entry) {
	if l.count++; len(l.first) < shownLines && e.Native != nil {
		l.first = append(l.first, fmt.Sprint(e.Native.Line))
	}
}

// losses returns a loss for each kind, with its count.
func (g *gaps) losses() writers.Losses {
	var found writers.Losses
	for _, kind := range slices.SortedFunc(maps.Keys(g.unknown), gap.compare) {
		found = append(found, kind.loss(g.unknown[kind]))
	}
	for _, kind := range slices.Sorted(maps.Keys(g.damaged)) {
		found = append(found, g.damaged[kind].loss(kind))
	}
	if g.missing.count > 0 {
		found = append(found, lossOf("missing records", "others follow them, but the file does not have them: before "+
			g.missing.where(), g.missing.count))
	}
	if g.unlinked {
		found = append(found, writers.Loss{
			What: "order of the records", Why: "the file does not say which record follows which: they were read in its order",
			Count: 1,
		})
	}
	return found
}

// compare sorts kinds by their names, those without a text first.
func (g gap) compare(other gap) int {
	if g.kind == other.kind && g.hasText != other.hasText {
		return map[bool]int{false: -1, true: 1}[g.hasText]
	}
	return strings.Compare(g.kind, other.kind)
}

func (g gap) loss(count int) writers.Loss {
	switch {
	case strings.HasPrefix(g.kind, timeline.Encrypted):
		return lossOf(g.kind, "only its vendor's model can read it", count)
	case g.hasText:
		return lossOf("records of the kind "+g.kind,
			"stead does not know this kind; the text that was found in it is passed on", count)
	}
	return lossOf("records of the kind "+g.kind, "stead does not know this kind, and found no text in it", count)
}

func (l *lines) loss(kind string) writers.Loss {
	what := "damaged records"
	if kind != "" {
		what += " of the kind " + kind
	}
	return lossOf(what, "they could not be read: "+l.where(), l.count)
}

func (l *lines) where() string {
	where := "line " + strings.Join(l.first, ", ")
	if more := l.count - len(l.first); more > 0 {
		where += fmt.Sprintf(" and %d more", more)
	}
	return where
}

func lossOf(what, why string, count int) writers.Loss {
	return writers.Loss{What: what, Why: why, Count: count, Of: writers.Amounts{writers.Unread: {Items: count}}}
}
