package treereader

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"stead/adapters/adapter"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// Agents opens the transcripts of sub-agents in a folder, which need not exist. AgentOf returns the id of an agent,
// given the name of its transcript. Agents omits transcripts without a conversation.
func Agents(folder string, agentOf func(name string) (string, bool),
	open func(path, agent string) (timeline.Stream, error)) ([]timeline.Stream, error) {
	files, err := os.ReadDir(folder)
	// The path is not a folder if the name of the session's file has no extension to remove.
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var streams []timeline.Stream
	for _, file := range files {
		agent, isTranscript := agentOf(file.Name())
		if !isTranscript {
			continue
		}
		child, err := open(filepath.Join(folder, file.Name()), agent)
		if errors.Is(err, adapter.ErrEmpty) || errors.Is(err, adapter.ErrFormat) {
			continue
		}
		if err != nil {
			return nil, err
		}
		streams = append(streams, child)
	}
	return streams, nil
}

// Note completes the header of a sub-agent's session. It adds the parent, and the JSON file in which the CLI describes
// the sub-agent, which the header keeps under the key. Model is the model that this file names.
func Note(h *timeline.Header, parent, file, key string) (model string) {
	h.Lineage = &timeline.Lineage{Parent: h.Source.CLI + ":" + parent, Kind: timeline.LineageSubagent}
	meta, err := regular.ReadFile(file)
	if err != nil || !json.Valid(meta) {
		return ""
	}
	var known struct{ ToolUseID, Model string }
	_ = json.Unmarshal(meta, &known) // a file of another shape names no call
	h.Lineage.At = known.ToolUseID
	h.Extra = timeline.Extra{key: timeline.KeepFile(meta)}
	return known.Model
}
