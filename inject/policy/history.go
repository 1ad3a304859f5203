// Package policy decides which parts of a session are delivered: how much of its history, whose thinking, and as much
// as fits into the target's context window.
package policy

import (
	"fmt"
	"strconv"
	"strings"

	"stead/inject"
)

// HistoryKind is a way to choose how much of a session is delivered.
type HistoryKind string

// The history policies.
const (
	// Full delivers everything that fits into the target's window.
	Full HistoryKind = "full"
	// Whole delivers everything, and refuses a session that does not fit into the target's window.
	Whole HistoryKind = "whole"
	// Last delivers the last turns.
	Last HistoryKind = "last"
	// Budget delivers what fits into a number of tokens.
	Budget HistoryKind = "budget"
	// Users delivers only the user's prompts.
	Users HistoryKind = "users"
	// Summary delivers the newest compaction summary and what followed it.
	Summary HistoryKind = "summary"
)

// History is a history policy. The zero value is full.
type History struct {
	Kind HistoryKind
	// N is the number of turns of Last, or the number of tokens of Budget.
	N int64
}

// ParseHistory parses a policy from the command line: full, whole, last:N, budget:TOKENS, users or summary. Empty means
// full. Errors wrap inject.ErrPolicy.
func ParseHistory(text string) (History, error) {
	name, number, hasNumber := strings.Cut(text, ":")
	kind := HistoryKind(name)
	switch kind {
	case "":
		return History{Kind: Full}, nil
	case Full, Whole, Users, Summary:
		if !hasNumber {
			return History{Kind: kind}, nil
		}
	case Last, Budget:
		n, err := strconv.ParseInt(strings.ReplaceAll(number, "_", ""), 10, 64)
		if err == nil && n > 0 {
			return History{Kind: kind, N: n}, nil
		}
	}
	return History{}, fmt.Errorf(
		"history %w %q is not known: use full, whole, last:N (turns), budget:N (tokens), users or summary",
		inject.ErrPolicy, text)
}

// String returns the policy in the form that [ParseHistory] accepts.
func (h History) String() string {
	switch h.Kind {
	case "":
		return string(Full)
	case Last, Budget:
		return fmt.Sprintf("%s:%d", h.Kind, h.N)
	default:
		return string(h.Kind)
	}
}
