package qwen

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/adapter"
	"stead/internal/format/qwen"
	"stead/internal/recordtree"
	"stead/internal/regular"
	"stead/timeline"
)

// children opens the transcripts of the session's sub-agents. One without any conversation is left out; it has nothing to tell.
func children(ctx context.Context, session, id string) ([]timeline.Stream, error) {
	folder := qwen.AgentsFolder(session)
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var streams []timeline.Stream
	for _, file := range files {
		agent, isTranscript := qwen.AgentOf(file.Name())
		if !isTranscript {
			continue
		}
		child, err := openAgent(ctx, filepath.Join(folder, file.Name()), agent, id)
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

func openAgent(ctx context.Context, path, agent, parent string) (timeline.Stream, error) {
	session, err := recordtree.Open(ctx, path, format{})
	if err != nil {
		return timeline.Stream{}, err
	}
	child := timeline.Stream{Header: header(session, agent), Entries: session.Entries(ctx)}
	child.Header.Lineage = &timeline.Lineage{Parent: qwen.Name + ":" + parent, Kind: timeline.LineageSubagent}
	meta, err := regular.ReadFile(strings.TrimSuffix(path, qwen.Extension) + qwen.AgentMetaExtension)
	if err == nil && json.Valid(meta) {
		var known struct{ ToolUseID, Model string }
		_ = json.Unmarshal(meta, &known) // another shape has no call to name
		child.Header.Lineage.At, child.Header.Model.Model = known.ToolUseID, known.Model
		child.Header.Extra = timeline.Extra{qwen.AgentMeta: timeline.KeepFile(meta)}
	}
	return child, nil
}
