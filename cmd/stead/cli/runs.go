package cli

import (
	"fmt"
)

// amount writes a large number as people say it.
func amount(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

// cost writes US dollars. Nothing when the CLI tells nothing.
func cost(dollars float64) string {
	if dollars == 0 {
		return ""
	}
	return fmt.Sprintf("$%.2f", dollars)
}
