package knowledge

import (
	"hash/fnv"
	"slices"
	"strings"

	"stead/catalog/memory"
	"stead/timeline"
)

// The rules by which patterns are found.
const (
	ruleSequence = "pattern: the same steps in several turns"
	ruleRequest  = "pattern: the same request in three prompts"
)

const (
	// shortest sequences count when three turns have them, longer ones when two have.
	shortest = 3
	longest  = 8
	// mostActions is how many actions of a turn are looked at, mostTurns how many turns.
	mostActions = 120
	mostTurns   = 2000
)

// sequences finds actions that several turns have in the same order.
type sequences struct {
	turns [][]action
	names map[uint64]string
	kinds map[uint64]bool
}

// action is a call without what differs each time.
type action struct {
	id uint64
	at memory.Evidence
}

func newSequences() *sequences {
	return &sequences{names: map[uint64]string{}, kinds: map[uint64]bool{}, turns: [][]action{nil}}
}

func (q *sequences) look(s *step) {
	switch s.Kind {
	case memory.KindPrompt:
		if len(q.turns) < mostTurns {
			q.turns = append(q.turns, nil)
		}
	case memory.KindCall:
		name := nameOf(s.call)
		last := len(q.turns) - 1
		if name == "" || len(q.turns[last]) >= mostActions {
			return
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(name))
		id := h.Sum64()
		q.names[id] = name
		q.kinds[id] = s.call.changesFile() || len(s.call.Line.Commands) > 0 && !s.call.Line.Prints()
		q.turns[last] = append(q.turns[last], action{id, s.evidence(memory.PartOccurrence)})
	}
}

// nameOf says what a call does, with # for each number.
func nameOf(c *call) string {
	name := c.Tool
	switch {
	case len(c.Line.Commands) > 0 && c.patch() == "":
		name = c.Line.String()
	case len(c.files()) > 0:
		name += " " + strings.Join(c.files(), " ")
	case c.Tool == string(timeline.Unknown):
		name = c.OriginalTool
	}
	return cut(digits().ReplaceAllString(name, "#"), mostChange)
}

// gram is a run of actions.
type gram [longest]uint64

func (q *sequences) found() []memory.Finding {
	var all []memory.Finding
	taken := map[gram]bool{}
	for length := longest; length >= shortest; length-- {
		places, order := q.places(length)
		for _, g := range order {
			if len(places[g]) < turnsFor(length) || taken[g] || !q.tells(g, length) {
				continue
			}
			takeParts(taken, g, length)
			all = append(all, q.finding(g, length, places[g]))
		}
	}
	return all
}

// turnsFor is how many turns must have a sequence of a length.
func turnsFor(length int) int {
	if length == shortest {
		return 3
	}
	return 2
}

// places returns the grams of a length with the first action of each turn that has them, in the order in which they
// appear.
func (q *sequences) places(length int) (map[gram][]memory.Evidence, []gram) {
	places := map[gram][]memory.Evidence{}
	var order []gram
	for _, turn := range q.turns {
		seen := map[gram]bool{}
		for i := 0; i+length <= len(turn); i++ {
			var g gram
			for j := range length {
				g[j] = turn[i+j].id
			}
			if seen[g] {
				continue
			}
			seen[g] = true
			if len(places[g]) == 0 {
				order = append(order, g)
			}
			places[g] = append(places[g], turn[i].at)
		}
	}
	return places, order
}

// tells reports whether a run of actions is more than going back and forth: most of them differ, and two at least do
// something.
func (q *sequences) tells(g gram, length int) bool {
	distinct, doing := map[uint64]bool{}, map[uint64]bool{}
	for _, id := range g[:length] {
		distinct[id] = true
		if q.kinds[id] {
			doing[id] = true
		}
	}
	return len(distinct) >= shortest && len(doing) >= 2
}

// takeParts marks a run's parts, so that they are no findings beside it.
func takeParts(taken map[gram]bool, g gram, length int) {
	for part := shortest; part <= length; part++ {
		for i := 0; i+part <= length; i++ {
			var p gram
			copy(p[:part], g[i:i+part])
			taken[p] = true
		}
	}
}

func (q *sequences) finding(g gram, length int, places []memory.Evidence) memory.Finding {
	f := finding(memory.PatternKind, ruleSequence, slices.Clone(places)...)
	f.Pattern = &memory.Pattern{Kind: "steps"}
	for _, id := range g[:length] {
		f.Pattern.Steps = append(f.Pattern.Steps, q.names[id])
	}
	return f
}
