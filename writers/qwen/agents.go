package qwen

import (
	"context"
	"path/filepath"
	"strings"

	"stead/internal/format/qwen"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// ownAgents are the sub-agents of this CLI. Those of others are answers of calls that their own CLI could ask again.
func (e *encoder) ownAgents() []timeline.Stream {
	var own []timeline.Stream
	for _, child := range e.plan.Stream.Children {
		if child.Header.Source.CLI == qwen.Name {
			own = append(own, child)
		}
	}
	return own
}

func (e *encoder) loseAgents() {
	for range len(e.plan.Stream.Children) - len(e.ownAgents()) {
		e.Lose("session of a sub-agent", "Qwen Code gets what the sub-agent answered, not how it came to it")
	}
}

// writeAgents writes the transcripts of the session's sub-agents, each with its file of notes.
func (e *encoder) writeAgents(ctx context.Context, files *writers.Files) error {
	for _, child := range e.ownAgents() {
		transcript := filepath.Join(qwen.AgentsFolder(e.plan.Path), qwen.AgentFile(child.Header.ID))
		dst, err := files.Create(transcript)
		if err != nil {
			return err
		}
		agent := newEncoder(dst, e.plan)
		if err := agent.encode(ctx, child); err != nil {
			return err
		}
		e.report.Losses.Merge(agent.report.Losses)
		meta := child.Header.Extra[qwen.AgentMeta]
		if meta == nil {
			continue
		}
		notes := strings.TrimSuffix(transcript, qwen.Extension) + qwen.AgentMetaExtension
		if err := files.Put(notes, renamed(meta, e.plan.ID)); err != nil {
			return err
		}
	}
	return nil
}

// renamed returns an agent's notes with the session's id in them.
func renamed(meta []byte, id string) []byte {
	parent := jsonl.Value(meta).Get("parentSessionId")
	if !parent.IsString() || parent.Is(id) {
		return meta
	}
	return jsonl.Rewrite(nil, meta, []jsonl.Change{{Value: parent, Text: id}})
}
