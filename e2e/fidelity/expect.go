package fidelity

import (
	"slices"

	"stead/e2e/provider"
)

// Expectation is an item as it must arrive.
type Expectation struct {
	provider.Item
	// form is how a call must be spelled; nil means as it is.
	form *form
	// holds is what a result must hold; nil means that it must be what it is.
	holds *string
	// added says that the session itself does not have the item.
	added bool
	// failure says that it must be told whether the call failed.
	failure bool
}

// Expected says how a conversation that one CLI sends must arrive in the request of another.
func Expected(conversation []provider.Item, source, target string) []Expectation {
	from, to := rulesOf(source), rulesOf(target)
	if from.compacted != nil && source != target {
		conversation = compacted(from, to, conversation)
	}
	answered := map[string]bool{}
	for _, item := range conversation {
		answered[item.CallID] = answered[item.CallID] || item.Kind == provider.Result
	}
	var want []Expectation
	for _, item := range conversation {
		switch {
		case source == target:
			want = append(want, Expectation{Item: item, failure: to.tellsFailure})
		case item.Kind == provider.Thinking && !sameVendor(from, to):
			// Only the vendor that signed it accepts it: a declared loss.
		case item.Kind == provider.Call && item.CallID == "":
			item.CallID = "hosted" // the model's host ran it: it has neither an id nor a result
			want = append(want, translated(from, to, item), unanswered(item))
		case item.Kind == provider.Call && !answered[item.CallID]:
			want = append(want, translated(from, to, item), unanswered(item))
		default:
			want = append(want, translated(from, to, item))
		}
	}
	return want
}

func sameVendor(a, b rules) bool { return a.vendor != "" && a.vendor == b.vendor }

func translated(from, to rules, item provider.Item) Expectation {
	want := Expectation{Item: item, failure: from.tellsFailure && to.tellsFailure}
	switch item.Kind {
	case provider.Call:
		f := to.formOf(from.meaningOf(item))
		want.form = &f
	case provider.Result:
		output := item.Text
		if from.output != nil {
			output = from.output(output)
		}
		want.holds = &output
	}
	return want
}

// unanswered is what a call without a result needs in other CLIs: a result that says so, in words of stead or of the CLI.
func unanswered(call provider.Item) Expectation {
	anything := ""
	return Expectation{Item: provider.Item{Role: "tool", Kind: provider.Result, CallID: call.CallID}, holds: &anything, added: true}
}

// compacted brings the begin of a conversation into the target's order.
func compacted(from, to rules, conversation []provider.Item) []provider.Item {
	kept, items := from.compacted(conversation)
	if to.summaryFirst && kept > 0 {
		items = slices.Concat(items[kept:kept+1], items[:kept], items[kept+1:])
	}
	return items
}
