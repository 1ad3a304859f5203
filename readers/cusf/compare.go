package cusf

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
)

// Compare returns the first difference of a rebuilt file. See [readers.Validator]. A rebuilt file may have additional
// content that the format requires but exporters omit: empty messages to which calls belong, the end of the session,
// members that follow from others. A null in the original is equivalent to an absent member.
func (Reader) Compare(ctx context.Context, original, again io.Reader) (difference string, err error) {
	next, stop := rebuilt(ctx, again)
	defer stop()
	for line, err := range jsonl.Lines(ctx, original) {
		if err != nil {
			return "", err
		}
		if len(bytes.TrimSpace(line.Bytes)) == 0 {
			continue
		}
		difference, err := compareLine(line, next)
		if difference != "" || err != nil {
			return difference, err
		}
	}
	return surplus(next)
}

// entryReader returns the next entry, or io.EOF.
type entryReader func() (jsonl.Value, error)

func rebuilt(ctx context.Context, again io.Reader) (next entryReader, stop func()) {
	pull, stop := iter.Pull2(jsonl.Lines(ctx, again))
	return func() (jsonl.Value, error) {
		line, err, ok := pull()
		if !ok {
			return nil, io.EOF
		}
		return line.Bytes, err
	}, stop
}

// compareLine compares a line with the rebuilt line of the same kind and id.
func compareLine(line jsonl.Line, next entryReader) (difference string, err error) {
	clean, _, ok := jsonl.Clean(line.Bytes)
	kind := format.KindOf(clean)
	if !ok || members[kind] == nil {
		return fmt.Sprintf("line %d is not an entry of the standard and is left out", line.Number), nil
	}
	for {
		candidate, err := next()
		if errors.Is(err, io.EOF) {
			return fmt.Sprintf("line %d, a %s, is not rebuilt", line.Number, kind), nil
		}
		if err != nil {
			return "", err
		}
		if identity(candidate) != identity(clean) {
			if !isMade(candidate) {
				return fmt.Sprintf("a %s is in the place of line %d, a %s", format.KindOf(candidate), line.Number, kind), nil
			}
			continue
		}
		if member := compareMembers(kind, clean, candidate); member != "" {
			return fmt.Sprintf("line %d, %s.%s: %.80s became %.80s", line.Number, kind, member, at(clean, member),
				at(candidate, member)), nil
		}
		return "", nil
	}
}

func at(entry jsonl.Value, member string) string {
	if value := entry.Get(member); value != nil {
		return string(value)
	}
	return "nothing"
}

// surplus reports a remaining entry, unless it may be additional.
func surplus(next entryReader) (difference string, err error) {
	for {
		entry, err := next()
		if errors.Is(err, io.EOF) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		if !isMade(entry) {
			return fmt.Sprintf("a %s was added", format.KindOf(entry)), nil
		}
	}
}

// isMade reports whether a rebuilt file may have the entry although the original does not.
func isMade(entry jsonl.Value) bool {
	switch format.KindOf(entry) {
	case format.SessionEnd:
		return true
	case format.Message:
		return entry.Get("role").Is("assistant") && entry.Get("content").Is("") && entry.Get("thinking") == nil
	}
	return false
}

// identity returns a text that identifies an entry within a file.
func identity(entry jsonl.Value) string {
	kind := format.KindOf(entry)
	return kind + " " + entry.Get(idMembers[kind]).String()
}

// members are the members that the standard names, except ids and those that are new in each export.
var members = map[string][]string{
	format.Meta: {},
	format.SessionStart: {"llm_source", "llm_model", "started_at", "project_path", "git_branch", "cwd", "machine_id",
		"tenant_id", "user_id"},
	format.Message:    {"role", "content", "timestamp", "parent_id", "model", "usage", "thinking", "stop_reason"},
	format.ToolUse:    {"tool_name", "tool_input", "timestamp", "parent_id"},
	format.ToolResult: {"result", "is_error", "error_message", "timestamp", "truncated"},
	format.SessionEnd: {"ended_at", "total_messages", "total_tokens", "end_reason"},
}

// compareMembers returns the first member that differs, or the empty string.
func compareMembers(kind string, original, again jsonl.Value) string {
	for _, member := range members[kind] {
		was := original.Get(member)
		if !isNothing(was) && !sameValue(was, again.Get(member)) {
			return member
		}
	}
	return ""
}

// isNothing reports whether a value is equivalent to an absent member.
func isNothing(value jsonl.Value) bool {
	return value.IsNull() || value.Is("") || string(value) == "false"
}

// sameValue compares two values: times as instants, and objects by the members of the first one.
func sameValue(was, is jsonl.Value) bool {
	if begin, ok := format.ParseTime(was.String()); ok {
		if end, ok := format.ParseTime(is.String()); ok && begin.Equal(end) {
			return true
		}
	}
	var first, second any
	if json.Unmarshal(was, &first) != nil || json.Unmarshal(is, &second) != nil {
		return false
	}
	return contains(second, first)
}

func contains(whole, part any) bool {
	object, ok := part.(map[string]any)
	if !ok {
		return reflect.DeepEqual(whole, part)
	}
	has, ok := whole.(map[string]any)
	for key, value := range object {
		if !ok || !contains(has[key], value) {
			return false
		}
	}
	return ok
}
