package codex

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Codex reports to its model how long a call or a user's command took, in seconds with four decimal places (0.171.0).
// In code mode the line has no colon.
const (
	wallTimeBegin = "Wall time"
	durationBegin = "Duration"
	secondsEnd    = " seconds"
)

// wallTime returns the line that reports how long a call took. It is empty for nil.
func wallTime(ms *float64) string { return secondsLine(wallTimeBegin, ms) }

func wallTimeOf(line string) (ms float64, ok bool) { return secondsOf(line, wallTimeBegin) }

func secondsLine(begin string, ms *float64) string {
	if ms == nil {
		return ""
	}
	return fmt.Sprintf("%s: %.4f%s\n", begin, *ms/1000, secondsEnd)
}

func secondsOf(line, begin string) (ms float64, ok bool) {
	rest, isLine := strings.CutPrefix(line, begin)
	number, isSeconds := strings.CutSuffix(strings.TrimLeft(rest, ": "), secondsEnd)
	seconds, err := strconv.ParseFloat(number, 64)
	return milliseconds(seconds), isLine && isSeconds && err == nil && seconds >= 0 && seconds < 1e9
}

// milliseconds rounds to the four decimal places that Codex reports, to remove the rounding error of the division.
func milliseconds(seconds float64) float64 { return math.Round(seconds*1e7) / 1e4 }
