package process

import (
	"slices"
	"strings"
)

// Variable returns the value of a variable in a list of NAME=value, or the empty string if it is not set. If it is set
// several times, the last value counts, as for a program that is started with the list.
func Variable(environment []string, name string) string {
	for _, variable := range slices.Backward(environment) {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}
