package fidelity

import (
	"slices"
	"strings"

	"stead/e2e/provider"
)

// unit is what is compared as a whole: one item that is no text, or texts of one speaker that follow each other. CLIs
// differ in whether they send such texts in one message, in two or joined.
type unit struct {
	Expectation
	texts []string
}

// units brings a conversation into the order that does not depend on the API: of what stands between two utterances of
// the model first the results, in the order of their calls, then the texts, then the pictures. Blank texts say nothing
// and are left out.
func units(items []Expectation) []unit {
	called := map[string]int{}
	for i, item := range items {
		if item.Kind == provider.Call {
			called[item.CallID] = i
		}
	}
	place := func(e Expectation) int {
		switch e.Kind {
		case provider.Result:
			return called[e.CallID]
		case provider.Image:
			return len(items) + 1
		}
		return len(items)
	}
	var all []unit
	for _, turn := range turns(items) {
		if turn[0].Role != "assistant" {
			slices.SortStableFunc(turn, func(a, b Expectation) int { return place(a) - place(b) })
		}
		all = append(all, joined(turn)...)
	}
	return all
}

// turns cuts a conversation where the model begins or ends to speak.
func turns(items []Expectation) [][]Expectation {
	var all [][]Expectation
	for _, item := range items {
		last := len(all) - 1
		if last < 0 || (all[last][0].Role == "assistant") != (item.Role == "assistant") {
			all = append(all, nil)
			last++
		}
		all[last] = append(all[last], item)
	}
	return all
}

func joined(turn []Expectation) []unit {
	var all []unit
	for _, item := range turn {
		if item.Kind != provider.Text {
			all = append(all, unit{Expectation: item})
			continue
		}
		if strings.TrimSpace(item.Text) == "" {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].Kind == provider.Text && all[last].Role == item.Role {
			all[last].texts = append(all[last].texts, item.Text)
			continue
		}
		all = append(all, unit{Expectation: item, texts: []string{item.Text}})
	}
	return all
}

// found returns how many of the texts stand in what was got, in order and from its begin, and whether nothing else
// stands there but blanks between them. Qwen Code 0.24.4 sends answers that follow each other as one text, with nothing
// between them.
func (u unit) found(got unit) (count int, exactly bool) {
	count, exactly = u.foundIn(strings.Join(got.texts, "\n"))
	if exactly || u.Role != "assistant" {
		return count, exactly
	}
	if glued, all := u.foundIn(strings.Join(got.texts, "")); all {
		return glued, true
	}
	return count, false
}

func (u unit) foundIn(rest string) (count int, exactly bool) {
	for _, text := range u.texts {
		after, ok := strings.CutPrefix(rest, text)
		if !ok {
			after, ok = strings.CutPrefix(strings.TrimLeft(rest, " \n"), strings.TrimLeft(text, " \n"))
		}
		if !ok {
			return count, false
		}
		rest = after
		count++
	}
	return count, strings.TrimSpace(rest) == ""
}
