package claude

import (
	"context"
	"strings"

	"stead/adapters/claude"
	"stead/internal/adapt/recordtree"
	"stead/internal/adapt/treereader"
	"stead/timeline"
)

// children opens the transcripts of the session's sub-agents.
func children(ctx context.Context, session, id string, holds func(record []byte) bool) ([]timeline.Stream, error) {
	return treereader.Agents(claude.AgentsFolder(session), claude.AgentOf,
		func(path, agent string) (timeline.Stream, error) {
			transcript, err := recordtree.Pick(ctx, path, format{agent: true}, holds)
			if err != nil {
				return timeline.Stream{}, err
			}
			child := timeline.Stream{Header: header(transcript, agent), Entries: transcript.Entries(ctx)}
			notes := strings.TrimSuffix(path, claude.Extension) + claude.AgentMetaExtension
			treereader.Note(&child.Header, id, notes, claude.AgentMeta)
			return child, nil
		})
}
