package qwen

import (
	"context"
	"path/filepath"
	"strings"

	"stead/internal/atomicfile"
	"stead/internal/format/qwen"
	"stead/internal/jsonl"
	"stead/timeline"
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

// writeAgents writes the transcripts of the session's sub-agents, each with its file of notes. It returns their paths.
func (e *encoder) writeAgents(ctx context.Context, files *atomicfile.Set) ([]string, error) {
	var paths []string
	for _, child := range e.ownAgents() {
		transcript := filepath.Join(qwen.AgentsFolder(e.plan.Path), qwen.AgentFile(child.Header.ID))
		dst, err := files.Create(transcript)
		if err != nil {
			return nil, err
		}
		agent := newEncoder(dst, e.plan)
		if err := agent.encode(ctx, child); err != nil {
			return nil, err
		}
		for _, loss := range agent.report.Losses {
			for range loss.Count {
				e.Lose(loss.What, loss.Why)
			}
		}
		paths = append(paths, transcript)
		meta := child.Header.Extra[qwen.AgentMeta]
		if meta == nil {
			continue
		}
		notes := strings.TrimSuffix(transcript, qwen.Extension) + qwen.AgentMetaExtension
		if dst, err = files.Create(notes); err != nil {
			return nil, err
		}
		if _, err := dst.Write(renamed(meta, e.plan.ID)); err != nil {
			return nil, err
		}
		paths = append(paths, notes)
	}
	return paths, nil
}

// renamed returns an agent's notes with the session's id in them.
func renamed(meta []byte, id string) []byte {
	parent := jsonl.Value(meta).Get("parentSessionId")
	if !parent.IsString() || parent.Is(id) {
		return meta
	}
	return jsonl.Rewrite(nil, meta, []jsonl.Change{{Value: parent, Text: id}})
}
