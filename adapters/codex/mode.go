package codex

import (
	"strconv"
	"strings"
)

// Mode is a history mode: the form in which a rollout stores what the terminal draws.
type Mode string

// The history modes.
const (
	// Paginated rollouts number their lines and store completed items. The CLI has written them since 0.145.
	Paginated Mode = "paginated"
	// Legacy rollouts store an event with a type of its own for each kind of message, and draw no commands.
	Legacy Mode = "legacy"
	// Bare rollouts date from before September 2025: response items without an envelope. The CLI no longer resumes
	// them.
	Bare Mode = "bare"
)

// firstPaginated is the first minor version of 0.x that writes paginated rollouts.
const firstPaginated = 145

// ModeOf returns the mode in which a version of the CLI writes new sessions. An unknown version counts as new.
func ModeOf(version string) Mode {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(minor)
	if major == "0" && err == nil && n < firstPaginated {
		return Legacy
	}
	return Paginated
}
