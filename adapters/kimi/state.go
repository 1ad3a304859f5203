package kimi

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// StateExtra is the member of a header's Extra that holds the session's state file, so that stead can restore it
// unchanged.
const StateExtra = "kimiState"

// ReadState returns the content of a session's state file: an object, or nil if the session has none. The path of the
// session's folder may be empty.
func ReadState(session string) (jsonl.Value, error) {
	if session == "" {
		return nil, nil
	}
	content, err := regular.ReadFile(StatePath(session))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !json.Valid(content) || !jsonl.Value(content).IsObject() {
		return nil, fmt.Errorf("%s is not a JSON object", StatePath(session))
	}
	return content, nil
}

// Dir returns the working folder that a state names. Older versions use another member for it.
func Dir(state jsonl.Value) string {
	if dir := state.Get("cwd"); dir.IsString() {
		return dir.String()
	}
	return state.Get("workDir").String()
}
