package fidelity

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"stead/e2e/anew"
	"stead/e2e/provider"
)

// Expectation is an item as it must arrive.
type Expectation struct {
	provider.Item
	// form is how a call must be spelled; nil means as it is.
	form *form
	// holds is what a result must hold; nil means that it must be what it is.
	holds *string
	// lines are those of context that nobody typed. Nil says that it is none.
	lines []string
	// added says that the session itself does not have the item.
	added bool
	// exit is the code by which a command failed, where the CLI tells it around the result.
	exit string
	// failure says that it must be told whether the call failed.
	failure bool
}

// Arrived is the conversation of a request as it is to be compared. A CLI may repeat things of its own sessions, but
// not of others.
func Arrived(conversation []provider.Item, source, target string) []provider.Item {
	r := rulesOf(target)
	if source != target {
		conversation = slices.DeleteFunc(slices.Clone(conversation), isUnsorted)
	}
	if source != target && rulesOf(source).forgetsThinking {
		conversation = slices.DeleteFunc(slices.Clone(conversation),
			func(i provider.Item) bool { return i.Kind == provider.Thinking })
	}
	switch {
	case source == target && r.said != nil:
		return r.said(conversation)
	case source != target && r.folded != nil:
		return r.folded(conversation)
	}
	return conversation
}

// isUnsorted reports whether an item is a text of a record that stead does not know. The report names it, and the
// source's CLI passes over it.
func isUnsorted(item provider.Item) bool {
	return item.Kind == provider.Text && unsorted.MatchString(item.Text)
}

var unsorted = regexp.MustCompile(`^(<[a-z-]+>\s*)?<context from="unsorted"`)

// Expected says how a conversation that one CLI sends must arrive in the request of another.
func Expected(conversation []provider.Item, source, target string) []Expectation {
	from, to := rulesOf(source), rulesOf(target)
	conversation = asTold(from, to, conversation, source == target)
	calls, context := callsOf(from, conversation), from.contextOf(conversation)
	var want, unanswered []Expectation
	for i, item := range conversation {
		if item.Kind != provider.Call {
			want, unanswered = append(want, unanswered...), nil
		}
		switch {
		case source == target:
			want = append(want, Expectation{Item: item, failure: to.tellsFailure})
		case item.Kind == provider.Thinking:
			want = append(want, thought(from, to, item)...)
		case item.Kind == provider.Call:
			item.CallID = cmp.Or(item.CallID, hosted)
			call := calls[item.CallID]
			f := to.formOf(call.meaning)
			want = append(want, Expectation{Item: item, form: &f})
			if !call.answered {
				unanswered = append(unanswered, noResult(item.CallID))
			}
		case item.Kind == provider.Result:
			want = append(want, answered(source, to, calls[item.CallID], item))
		case context[i] != nil:
			want = append(want, Expectation{Item: item, lines: context[i]})
		default:
			want = append(want, Expectation{Item: item})
		}
	}
	return want
}

// asTold is a conversation without what its CLI repeats, and for another CLI as that one would have it.
func asTold(from, to rules, conversation []provider.Item, isOwn bool) []provider.Item {
	if from.said != nil {
		conversation = from.said(conversation)
	}
	if from.folded != nil && !isOwn {
		conversation = from.folded(conversation)
	}
	if from.compacted != nil && !isOwn {
		conversation = compacted(from, to, conversation)
	}
	return conversation
}

// hosted is the id of a call that the model's host has run: it has neither an id nor a result of its own.
const hosted = "hosted"

// knownCall is a call of a conversation.
type knownCall struct {
	meaning
	answered bool
}

func callsOf(from rules, conversation []provider.Item) map[string]knownCall {
	calls := map[string]knownCall{}
	for _, item := range conversation {
		switch item.Kind {
		case provider.Call:
			calls[cmp.Or(item.CallID, hosted)] = knownCall{meaning: from.meaningOf(item)}
		case provider.Result:
			call := calls[item.CallID]
			call.answered = true
			calls[item.CallID] = call
		}
	}
	return calls
}

// noResult is what a call without a result needs in other CLIs: one that says so, in words of stead or of the CLI.
func noResult(call string) Expectation {
	anything := ""
	return Expectation{Item: provider.Item{Role: "tool", Kind: provider.Result, CallID: call}, holds: &anything,
		added: true}
}

// answered is a result as it must arrive.
func answered(source string, to rules, call knownCall, item provider.Item) Expectation {
	from, output := rulesOf(source), item.Text
	if from.packed != nil {
		output = from.packed(output)
	}
	output = anew.Within(source, anew.Result, output)
	return Expectation{Item: item, holds: &output, exit: anew.Exit(item.Text, output), failure: from.tells(call.deed) &&
		to.tells(call.deed)}
}

func (r rules) tells(d deed) bool { return r.tellsFailure && !slices.Contains(r.untold, d) }

// thought is thinking as it must arrive. Where a vendor has signed it, only that accepts it: a declared loss.
func thought(from, to rules, item provider.Item) []Expectation {
	switch {
	case sameVendor(from, to):
	case to.takesThinking && item.Text != "":
		item.Signature = ""
	default:
		return nil
	}
	return []Expectation{{Item: item}}
}

func sameVendor(a, b rules) bool { return a.vendor != "" && a.vendor == b.vendor }

// compacted brings the begin of a conversation into the target's order.
func compacted(from, to rules, conversation []provider.Item) []provider.Item {
	kept, items := from.compacted(conversation)
	if kept < 0 {
		return items
	}
	summary := items[kept]
	summary.Role = cmp.Or(to.summaryRole, "user")
	if to.tellsSummary != nil {
		summary.Text = to.tellsSummary(summary.Text)
	}
	if to.summaryFirst {
		return slices.Concat([]provider.Item{summary}, items[:kept], items[kept+1:])
	}
	return slices.Concat(items[:kept], []provider.Item{summary}, items[kept+1:])
}

// startsWith finds a summary by how the CLI begins it.
func startsWith(begin string) func([]provider.Item) (int, []provider.Item) {
	return func(items []provider.Item) (int, []provider.Item) {
		return slices.IndexFunc(items, func(i provider.Item) bool { return strings.HasPrefix(i.Text, begin) }), items
	}
}
