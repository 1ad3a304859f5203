package timeline

import (
	"fmt"
	"slices"
	"time"
)

// Rule is one of the structural rules that [Validate] checks.
type Rule string

// The rules.
const (
	// RuleHeader: the header has an id, this package's version and a source CLI.
	RuleHeader Rule = "header"
	// RuleID: each entry has an id that no other entry has.
	RuleID Rule = "id"
	// RuleType: each entry's type is one of the five, and a call's tool is one of the universal tools.
	RuleType Rule = "type"
	// RuleTimestamp: times are RFC 3339.
	RuleTimestamp Rule = "timestamp"
	// RuleParent: an entry's parent precedes it.
	RuleParent Rule = "parent"
	// RuleCall: a result answers a call that precedes it.
	RuleCall Rule = "call"
)

// Problem is a violation of a rule. Sessions written by CLIs may have some, such as a call that the user interrupted or
// a parent that the CLI deleted. Readers pass on the entries that exist.
type Problem struct {
	Rule Rule
	// Entry is the id of the entry. It is empty for the header.
	Entry  string
	Detail string
}

// String returns the problem as a readable line.
func (p Problem) String() string {
	if p.Entry == "" {
		return p.Detail
	}
	return fmt.Sprintf("entry %s: %s", p.Entry, p.Detail)
}

// Validate returns the structural problems of a session, excluding its children. It keeps the ids of all entries in
// memory. Any error it returns comes from the stream.
func Validate(s Stream) ([]Problem, error) {
	v := validator{seen: map[string]EntryType{}}
	v.header(s.Header)
	for e, err := range s.Entries {
		if err != nil {
			return v.problems, err
		}
		v.entry(e)
	}
	return v.problems, nil
}

type validator struct {
	seen     map[string]EntryType
	problems []Problem
}

func (v *validator) report(rule Rule, entry, format string, args ...any) {
	v.problems = append(v.problems, Problem{Rule: rule, Entry: entry, Detail: fmt.Sprintf(format, args...)})
}

func (v *validator) header(h Header) {
	if h.ID == "" {
		v.report(RuleHeader, "", "the session has no id")
	}
	if h.Version != Version {
		v.report(RuleHeader, "", "the format's version is %q, not %q", h.Version, Version)
	}
	if h.Source.CLI == "" {
		v.report(RuleHeader, "", "the session has no source CLI")
	}
	v.timestamp("", "created", h.Metadata.Created)
	v.timestamp("", "lastModified", h.Metadata.LastModified)
}

func (v *validator) entry(e *Entry) {
	v.identity(e)
	v.timestamp(e.ID, "timestamp", e.Timestamp)
	if _, ok := v.seen[e.ParentID]; e.ParentID != "" && !ok {
		v.report(RuleParent, e.ID, "no earlier entry is its parent %q", e.ParentID)
	}
	switch e.Type {
	case User, Assistant, System:
	case ToolCall:
		if !slices.Contains(Tools(), e.Tool) {
			v.report(RuleType, e.ID, "%q is not a universal tool", e.Tool)
		}
	case ToolResult:
		if v.seen[e.CallID] != ToolCall {
			v.report(RuleCall, e.ID, "no earlier call has the id %q", e.CallID)
		}
	default:
		v.report(RuleType, e.ID, "%q is not a type of entry", e.Type)
	}
	v.seen[e.ID] = e.Type
}

func (v *validator) identity(e *Entry) {
	if e.ID == "" {
		v.report(RuleID, "", "an entry of type %q has no id", e.Type)
	} else if _, ok := v.seen[e.ID]; ok {
		v.report(RuleID, e.ID, "another entry has the same id")
	}
}

func (v *validator) timestamp(entry, member, value string) {
	if value == "" {
		return // not every CLI dates every record
	}
	if _, err := time.Parse(time.RFC3339Nano, value); err != nil {
		v.report(RuleTimestamp, entry, "%s %q is not an RFC 3339 time", member, value)
	}
}
