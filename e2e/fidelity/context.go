package fidelity

import (
	"slices"
	"strings"

	"stead/e2e/anew"
	"stead/e2e/provider"
)

// interrupted stands for the note that the user stopped the model, for which every CLI has its own words.
const interrupted = "the user interrupted the model"

// telling is how much a CLI may put around one piece of context, in bytes: tags, a path, a sentence.
const telling = 600

// contextOf says which items of a conversation nobody typed, by their place, and what each holds: its lines without
// what the CLI puts around them. An item that holds none is only put around others.
func (r rules) contextOf(items []provider.Item) map[int][]string {
	all := map[int][]string{}
	if r.context != nil {
		all = r.context(items)
	}
	for i, item := range items {
		if item.Kind == provider.Text && item.Role != "assistant" && strings.HasPrefix(item.Text, steadBegin) {
			all[i] = steadLines(item.Text)
		}
		if item.Kind == provider.Text && item.Role == "user" &&
			strings.TrimSpace(anew.Within("stead", anew.Document, item.Text)) == "" {
			all[i] = []string{}
		}
	}
	return all
}

// steadBegin begins context for which a CLI has no form of its own.
const steadBegin = `<context from="`

func steadLines(text string) []string {
	if strings.HasPrefix(text, steadBegin+"interruption") {
		return []string{interrupted}
	}
	return anew.Lines("stead", anew.Context, text)
}

// told is a piece of context, and where it stands in the conversation.
type told struct {
	at    int
	lines []string
	item  provider.Item
}

// context compares what nobody typed, takes it out of both conversations, and returns what is left of them.
func (c *comparison) context(want, got []Expectation, gotLines map[int][]string) (wantLeft, gotLeft []Expectation) {
	pieces, wantLeft := tell(want)
	taken, from, before := map[int]int{}, 0, ""
	for _, p := range pieces {
		at := find(p, got, gotLines, taken, from)
		if at < 0 && from > 0 {
			at = find(p, got, gotLines, taken, 0)
			if at >= 0 && (p.item.Role == before && !c.mayBeLater(got[from], got[at]) ||
				slices.ContainsFunc(got[at:from], byModel)) {
				c.problem("out of order: %s", p.item)
			}
		}
		if at < 0 {
			c.Counts.Context.Of++
			c.problem("context is missing: %s", p.item)
			continue
		}
		c.Counts.Context.Arrived++
		c.Counts.Context.Of++
		if at >= from {
			from, before = at, p.item.Role
		}
	}
	c.doubled(pieces, want, got)
	for i, e := range got {
		lines, isContext := gotLines[i]
		switch {
		case taken[i] > 0, isContext && len(lines) == 0:
		// a prompt of a source that cannot tell it from context
		case isContext && !slices.ContainsFunc(wantLeft, func(w Expectation) bool { return w.Text == e.Text }):
			e.Text = strings.Join(lines, "\n")
			gotLeft = append(gotLeft, e)
		default:
			gotLeft = append(gotLeft, e)
		}
	}
	return wantLeft, gotLeft
}

// mayBeLater says that the target sends the first of two texts behind the second, whichever came first.
func (c *comparison) mayBeLater(first, second Expectation) bool {
	return c.systemIsLater && first.Role == "system" && second.Role != "system"
}

// byModel says that the model spoke. What it is told between two utterances in the user's name and in the system's has
// no order: Claude Code 2.1.197 sends the user's first.
func byModel(e Expectation) bool { return e.Role == "assistant" }

func tell(want []Expectation) (pieces []told, left []Expectation) {
	for i, e := range want {
		switch {
		case e.lines == nil:
			left = append(left, e)
		case len(e.lines) > 0:
			pieces = append(pieces, told{i, e.lines, e.Item})
		}
	}
	return pieces, left
}

// find returns the place of the first text, from a place on, that holds a piece and little else, behind what was taken
// of it before. The model's own texts never do.
func find(p told, got []Expectation, gotLines map[int][]string, taken map[int]int, from int) int {
	for i := from; i < len(got); i++ {
		item := got[i].Item
		if item.Kind != provider.Text || item.Role == "assistant" {
			continue
		}
		lines, isContext := gotLines[i]
		text := item.Text
		if len(lines) == 1 && lines[0] == interrupted {
			text = interrupted
		}
		end, rest, ok := holdsAll(text[taken[i]:], p.lines)
		if ok && (isContext || rest < telling) {
			taken[i] += end
			return i
		}
	}
	return -1
}

// holdsAll says whether a text holds lines in their order, where the last one ends, and how long the text is without
// them.
func holdsAll(text string, lines []string) (end, rest int, ok bool) {
	rest = len(text)
	for _, line := range lines {
		at := strings.Index(text[end:], line)
		if at < 0 {
			return end, rest, false
		}
		end += at + len(line)
		rest -= len(line)
	}
	return end, rest, true
}

// doubled finds lines of context that arrive more often than they were told.
func (c *comparison) doubled(pieces []told, want, got []Expectation) {
	const long = 20 // bytes: what is shorter may be there by chance
	was, is := spoken(want), spoken(got)
	for _, p := range pieces {
		for _, line := range p.lines {
			if len(line) > long && line != interrupted && strings.Count(is, line) > strings.Count(was, line) {
				c.Counts.Extra++
				c.problem("there more often than it was told: %q", line)
				break
			}
		}
	}
}

// spoken are all texts that the model did not say.
func spoken(items []Expectation) string {
	var b strings.Builder
	for _, e := range items {
		if e.Role != "assistant" {
			b.WriteString(e.Text)
			b.WriteString("\n")
		}
	}
	return b.String()
}
