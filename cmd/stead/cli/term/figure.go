package term

import (
	"fmt"
	"time"

	"stead/internal/term/plain"
)

// Age formats the time since an event, in the largest unit that fits.
func Age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d < 60*24*time.Hour:
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	case d < 2*365*24*time.Hour:
		return fmt.Sprintf("%dmo", d/(30*24*time.Hour))
	default:
		return fmt.Sprintf("%dy", d/(365*24*time.Hour))
	}
}

// Brief formats a duration in at most six cells.
func Brief(d time.Duration) string {
	d = d.Round(time.Second)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
}

// Amount formats a large number for people.
func Amount(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999_500:
		return fmt.Sprintf("%dk", (n+500)/1000)
	}
	if n < 999_950_000 {
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1fG", float64(n)/1e9)
}

// Size formats a number of bytes for people.
func Size(bytes int64) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 999_500:
		return fmt.Sprintf("%d kB", (bytes+500)/1000)
	case bytes < 999_500_000:
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

// Dollars formats a cost in US dollars. It is empty if the CLI does not report the cost.
func Dollars(cost float64) string {
	if cost == 0 {
		return ""
	}
	return fmt.Sprintf("$%.2f", cost)
}

// Because formats a state in one line, with the reason for it if that says more.
func Because(state, reason string) string {
	if reason == "" || reason == state {
		return state
	}
	return plain.Line(state + ": " + reason)
}
