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

// Agents opens the transcripts of sub-agents in a folder, which need not exist. AgentOf returns the agent's id by the
// name of its transcript. One without any conversation is left out; it has nothing to tell.
func Agents(folder string, agentOf func(name string) (string, bool),
	open func(path, agent string) (timeline.Stream, error)) ([]timeline.Stream, error) {
	files, err := os.ReadDir(folder)
	// the session's file may have no extension to take off
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

// Note completes the header of a sub-agent's session: by its parent, and by what the CLI has noted of it in a file of
// JSON, which the header keeps under the key. Model is the one that the file names.
func Note(h *timeline.Header, parent, file, key string) (model string) {
	h.Lineage = &timeline.Lineage{Parent: h.Source.CLI + ":" + parent, Kind: timeline.LineageSubagent}
	meta, err := regular.ReadFile(file)
	if err != nil || !json.Valid(meta) {
		return ""
	}
	var known struct{ ToolUseID, Model string }
	_ = json.Unmarshal(meta, &known) // another shape has no call to name
	h.Lineage.At = known.ToolUseID
	h.Extra = timeline.Extra{key: timeline.KeepFile(meta)}
	return known.Model
}
