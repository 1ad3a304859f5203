package codex

import (
	"strconv"
	"strings"
)

// Mode is a history mode: the form in which a rollout keeps what the terminal draws.
type Mode string

// The history modes.
const (
	// Paginated rollouts number their lines and keep completed items. It is what the CLI writes since 0.145.
	Paginated Mode = "paginated"
	// Legacy rollouts keep one event of an own type for each kind of message, and draw no commands.
	Legacy Mode = "legacy"
	// Bare rollouts are older than September 2025: response items without an envelope. The CLI no longer resumes them.
	Bare Mode = "bare"
)

// firstPaginated is the minor version of 0.x that began to write paginated rollouts.
const firstPaginated = 145

// ModeOf returns the mode in which a version of the CLI writes new sessions. An unknown version is taken for a new one.
func ModeOf(version string) Mode {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(minor)
	if major == "0" && err == nil && n < firstPaginated {
		return Legacy
	}
	return Paginated
}
