package fidelity

import (
	"math"
	"regexp"
	"slices"
	"strconv"

	"stead/e2e/provider"
)

// The lines by which CLIs tell how a call or a command of the user's ended. They stand in the frames that no item is
// compared by.
var (
	took   = regexp.MustCompile(`(?m)^(?:<system>ERROR: )?(?:Wall time:?|Duration:) (\d+(?:\.\d+)?) seconds$`)
	failed = regexp.MustCompile(`(?i)(?:exit(?:ed with)?[ _]code"?:? ?|\bexit=")(-?\d+)`)
)

// Untimed counts the calls and commands of which a model was told how long they took, and the other one is not.
func Untimed(told, arrived []provider.Item) int {
	return unmatched(numbers(took, told), numbers(took, arrived))
}

// Unended counts the user's commands of which a model was told the exit code with which they failed, and the other one
// is not.
func Unended(told, arrived []provider.Item) int {
	return unmatched(numbers(failed, of(provider.Text, told)),
		numbers(failed, append(of(provider.Text, arrived), of(provider.Result, arrived)...)))
}

// of are the items of a kind that the model has not said itself. Some CLIs tell what a command of the user's put out as
// the result of a call.
func of(kind provider.Kind, items []provider.Item) []provider.Item {
	return slices.DeleteFunc(slices.Clone(items), func(i provider.Item) bool {
		return i.Kind != kind ||
			i.Role == "assistant"
	})
}

// numbers are what a pattern finds, in milliseconds or thousands.
func numbers(pattern *regexp.Regexp, items []provider.Item) (all []int) {
	for _, item := range items {
		for _, found := range pattern.FindAllStringSubmatch(item.Text, -1) {
			if n, err := strconv.ParseFloat(found[1], 64); err == nil {
				all = append(all, int(math.Round(n*1000)))
			}
		}
	}
	return all
}

// unmatched counts those of want that are not in got, each as often as it is there.
func unmatched(want, got []int) (count int) {
	got = slices.Clone(got)
	for _, n := range want {
		if at := slices.Index(got, n); at >= 0 {
			got = slices.Delete(got, at, at+1)
		} else {
			count++
		}
	}
	return count
}
