package process

import (
	"slices"
	"strings"
)

// Variable returns the value of a variable in a list of NAME=value, or the empty string when it is not set. Of several
// settings the last one counts, as it does for a program that is started with the list.
func Variable(environment []string, name string) string {
	for _, variable := range slices.Backward(environment) {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}
