package claude

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"stead/internal/adapter"
	"stead/internal/format/claude"
	"stead/internal/recordtree"
	"stead/internal/regular"
	"stead/timeline"
)

// children opens the transcripts of the session's sub-agents. One without any conversation is left out; it has nothing to tell.
func children(ctx context.Context, session, id string) ([]timeline.Stream, error) {
	folder := claude.AgentsFolder(session)
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // the session's file may have no extension to take off
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var streams []timeline.Stream
	for _, file := range files {
		agent, isTranscript := claude.AgentOf(file.Name())
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
	session, err := recordtree.Open(ctx, path, format{agent: true})
	if err != nil {
		return timeline.Stream{}, err
	}
	child := timeline.Stream{Header: header(session, agent), Entries: session.Entries(ctx)}
	child.Header.Lineage = &timeline.Lineage{Parent: claude.Name + ":" + parent, Kind: timeline.LineageSubagent}
	meta, err := regular.ReadFile(strings.TrimSuffix(path, claude.Extension) + claude.AgentMetaExtension)
	if err == nil && json.Valid(meta) {
		var known struct{ ToolUseID string }
		_ = json.Unmarshal(meta, &known) // another shape has no call to name
		child.Header.Lineage.At = known.ToolUseID
		child.Header.Extra = timeline.Extra{claude.AgentMeta: timeline.KeepFile(meta)}
	}
	return child, nil
}
