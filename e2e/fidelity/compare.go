package fidelity

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"stead/e2e/anew"
	"stead/e2e/provider"
)

// Comparison is what came of a conversation.
type Comparison struct {
	Counts Counts
	// Problems says what is missing, what is wrong and what is too much, in order.
	Problems []string
}

// Compare finds what was expected of a source in the request of a target.
func Compare(want []Expectation, got []provider.Item, source, target string) Comparison {
	c := comparison{ids: map[string]string{}, systemIsLater: rulesOf(target).systemIsLater}
	arrived := plain(got)
	if source != target {
		want, arrived = c.context(want, arrived, rulesOf(target).contextOf(got))
	}
	c.want, c.got = units(want), units(early(want, arrived))
	c.align()
	return c.Comparison
}

// early puts results that the session does not have behind their calls: a CLI may say as late as it likes that a call
// was never answered.
func early(want, got []Expectation) []Expectation {
	for _, e := range want {
		at := slices.IndexFunc(got, func(g Expectation) bool {
			return e.added && g.Kind == provider.Result &&
				g.CallID == e.CallID
		})
		call := slices.IndexFunc(got, func(g Expectation) bool { return g.Kind == provider.Call && g.CallID == e.CallID })
		if at < 0 || call < 0 {
			continue
		}
		result := got[at]
		got = slices.Delete(got, at, at+1)
		for call++; call < len(got) && got[call].Kind == provider.Call; {
			call++
		}
		got = slices.Insert(got, min(call, len(got)), result)
	}
	return got
}

func plain(items []provider.Item) []Expectation {
	all := make([]Expectation, len(items))
	for i, item := range items {
		all[i].Item = item
	}
	return all
}

type comparison struct {
	Comparison
	want, got []unit
	// ids pairs the ids of calls: those of the source and, with a mark, those of the target.
	ids map[string]string
	// systemIsLater is as [rules] have it.
	systemIsLater bool
}

// align walks the longest common run of both.
func (c *comparison) align() {
	score := c.scores()
	i, j := 0, 0
	for i < len(c.want) || j < len(c.got) {
		switch {
		case i < len(c.want) && j < len(c.got) && c.alike(i, j) > 0 && score[i][j] == score[i+1][j+1]+c.alike(i, j):
			c.meet(c.want[i], c.got[j])
			i, j = i+1, j+1
		case i < len(c.want) && (j == len(c.got) || score[i+1][j] >= score[i][j+1]):
			c.miss(c.want[i])
			i++
		default:
			c.Counts.Extra += max(1, len(c.got[j].texts))
			c.problem("should not be there: %s", c.got[j].show())
			j++
		}
	}
}

// scores are the lengths of the longest common runs from each pair of places on.
func (c *comparison) scores() [][]int {
	score := make([][]int, len(c.want)+1)
	for i := range score {
		score[i] = make([]int, len(c.got)+1)
	}
	for i := len(c.want) - 1; i >= 0; i-- {
		for j := len(c.got) - 1; j >= 0; j-- {
			score[i][j] = max(score[i+1][j], score[i][j+1])
			if alike := c.alike(i, j); alike > 0 {
				score[i][j] = max(score[i][j], score[i+1][j+1]+alike)
			}
		}
	}
	return score
}

// alike says how much of a unit arrived in another: the number of texts, or one.
func (c *comparison) alike(i, j int) int {
	want, got := c.want[i], c.got[j]
	if want.Kind == provider.Text && got.Kind == provider.Text && want.Role == got.Role {
		count, _ := want.found(got)
		return count
	}
	if want.differs(got.Item) == "" {
		return 1
	}
	return 0
}

// meet counts a unit that arrived, as far as it did.
func (c *comparison) meet(want, got unit) {
	if want.Kind == provider.Text {
		count, exactly := want.found(got)
		c.Counts.add(want.Expectation, count, len(want.texts))
		if !exactly {
			c.Counts.Extra++
			c.problem("only %d of %d texts arrived as they were, or more did:\n got %s\nwant %s", count, len(want.texts),
				got.show(), want.show())
		}
		return
	}
	if !c.pair(want.CallID, got.CallID, want.Kind) {
		c.Counts.add(want.Expectation, 0, 1)
		c.problem("belongs to another call: %s", got.show())
		return
	}
	c.Counts.add(want.Expectation, 1, 1)
}

func (c *comparison) miss(want unit) {
	c.Counts.add(want.Expectation, 0, max(1, len(want.texts)))
	c.problem("missing: %s", want.show())
}

// pair says whether two ids are those of one call. A CLI may give calls ids of its own, but each call one. APIs that
// have no pictures in results send them as the user's.
func (c *comparison) pair(want, got string, kind provider.Kind) bool {
	if want == "" || kind == provider.Image && got == "" {
		return true
	}
	const target = "target:"
	if c.ids[want] == "" && c.ids[target+got] == "" {
		c.ids[want], c.ids[target+got] = got, want
	}
	return c.ids[want] == got && c.ids[target+got] == want
}

func (c *comparison) problem(format string, args ...any) {
	c.Problems = append(c.Problems, fmt.Sprintf(format, args...))
}

func (u unit) show() string {
	if len(u.texts) > 1 {
		return fmt.Sprintf("%s texts: %q", u.Role, u.texts)
	}
	if u.form != nil {
		return fmt.Sprintf("%s\n     as one of %q with %q and %q", u.Item, u.form.tools, u.form.members, u.form.holds)
	}
	return u.String()
}

// differs says what is wrong with an item that is no text, or nothing.
func (e Expectation) differs(got provider.Item) string {
	switch {
	case e.Kind != got.Kind:
		return "another kind"
	case e.failure && e.Failed != got.Failed:
		return "another success"
	case e.Kind == provider.Image && (e.MediaType != got.MediaType || e.Picture() != got.Picture()):
		return "another picture"
	case e.form != nil:
		return e.form.differs(got)
	case e.holds != nil:
		return cmp.Or(holds(e.Text, *e.holds, got.Text), anew.LacksExit(got.Text, e.exit))
	case e.Tool != got.Tool:
		return "another tool"
	case e.Text != got.Text || e.Arguments != got.Arguments:
		return "another text"
	}
	return ""
}

// holds says whether a result has its output, and not more often than it had it.
func holds(whole, output, got string) string {
	const telling = 20 // characters: what is shorter may be there by chance
	switch {
	case !strings.Contains(got, strings.TrimSpace(output)):
		return "another output"
	case len(output) > telling && whole != "" && strings.Count(got, output) > strings.Count(whole, output):
		return "the output is there twice"
	}
	return ""
}

func (f form) differs(got provider.Item) string {
	if len(f.tools) > 0 && !slices.Contains(f.tools, got.Tool) {
		return "another tool"
	}
	given := members(got.Arguments)
	for name, text := range f.members {
		if given[name] != text && !strings.HasSuffix(given[name], "/"+text) {
			return "another " + name
		}
	}
	for _, text := range f.holds {
		if !strings.Contains(got.Arguments, text) && !strings.Contains(got.Arguments, inJSON(text)) {
			return fmt.Sprintf("%q is missing", text)
		}
	}
	if f.wrong != nil && f.wrong(got.Arguments) {
		return "another change"
	}
	return ""
}

// inJSON is a text as it stands between the quotes of a JSON string.
func inJSON(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)
	quoted := strings.TrimSpace(b.String())
	return quoted[1 : len(quoted)-1]
}
