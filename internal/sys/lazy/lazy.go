// Package lazy builds values at their first use that would otherwise slow down each start of the program, whatever its
// command needs.
package lazy

import (
	"regexp"
	"strings"
	"sync"
)

// Regexp returns a function that compiles an expression when it is called first. It panics on one that is none, as
// [regexp.MustCompile] does.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// Names returns a function that looks a name up in a list, of which it makes a set when it is called first. The names
// stand between separators.
func Names(list, separator string) func(name string) bool {
	set := sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for name := range strings.SplitSeq(list, separator) {
			set[name] = true
		}
		return set
	})
	return func(name string) bool { return set()[name] }
}

// Table returns a function that gives each of the names the value, in a map that it makes when it is called first.
func Table[V any](value V, names ...string) func() map[string]V {
	return sync.OnceValue(func() map[string]V {
		table := make(map[string]V, len(names))
		for _, name := range names {
			table[name] = value
		}
		return table
	})
}
