package qwen

import (
	"cmp"
	"context"
	"strings"

	"stead/adapters/qwen"
	"stead/internal/adapt/recordtree"
	"stead/internal/adapt/treereader"
	"stead/timeline"
)

// children opens the transcripts of the session's sub-agents.
func children(ctx context.Context, session, id string) ([]timeline.Stream, error) {
	return treereader.Agents(qwen.AgentsFolder(session), qwen.AgentOf, func(path, agent string) (timeline.Stream, error) {
		transcript, err := recordtree.Open(ctx, path, format{})
		if err != nil {
			return timeline.Stream{}, err
		}
		child := timeline.Stream{Header: header(transcript, agent), Entries: transcript.Entries(ctx)}
		notes := strings.TrimSuffix(path, qwen.Extension) + qwen.AgentMetaExtension
		child.Header.Model.Model = cmp.Or(treereader.Note(&child.Header, id, notes, qwen.AgentMeta), child.Header.Model.Model)
		return child, nil
	})
}
