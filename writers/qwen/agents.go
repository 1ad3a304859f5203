package qwen

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"stead/adapters/qwen"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// writeAgents writes the transcripts of the session's sub-agents, each with its metadata file. The CLI displays them.
// The session's model gets only their answers.
func (e *encoder) writeAgents(ctx context.Context, files *writers.Files) error {
	for _, child := range e.plan.Stream.Children {
		id := agentID(child.Header)
		transcript := filepath.Join(qwen.AgentsFolder(e.plan.Path), qwen.AgentFile(id))
		dst, err := files.Create(transcript)
		if err != nil {
			return err
		}
		agent := newEncoder(dst, e.plan, child, id)
		if err := agent.encode(ctx); err != nil {
			return err
		}
		e.out.report.Losses.Merge(agent.out.report.Losses)
		notes := e.notes(child.Header, id)
		if notes == nil {
			continue
		}
		if err := files.Put(strings.TrimSuffix(transcript, qwen.Extension)+qwen.AgentMetaExtension, notes); err != nil {
			return err
		}
	}
	return nil
}

// agentID returns the id of a sub-agent. A sub-agent of this CLI keeps its id if it can be part of a file's name. Any
// other gets an id of the same form.
func agentID(h timeline.Header) string {
	if h.Source.CLI == qwen.Name && h.ID != "" && strings.Trim(h.ID,
		letters+strings.ToUpper(letters)+"0123456789-_") == "" {
		return h.ID
	}
	sum := sha256.Sum256([]byte(h.ID))
	return agentType + "-" + hex.EncodeToString(sum[:8])
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// agentType is the type of a sub-agent for which the source names none.
const agentType = "general-purpose"

// notes returns the CLI's metadata on a sub-agent: the call that started it, and that it has ended, so that the CLI
// does not start it again. It returns nil for a sub-agent of this CLI without metadata.
func (e *encoder) notes(h timeline.Header, id string) []byte {
	if meta := timeline.KeptFile(h.Extra[qwen.AgentMeta]); meta != nil {
		return renamed(meta, e.plan.ID)
	}
	if h.Source.CLI == qwen.Name {
		return nil
	}
	o := timeline.NewObject(nil)
	o.String("agentId", id)
	o.String("agentType", agentType)
	o.String("description", "")
	o.String("parentSessionId", e.plan.ID)
	if h.Lineage != nil {
		o.String("toolUseId", cmp.Or(e.conversation.calls.ids[h.Lineage.At].id, h.Lineage.At))
	}
	o.Raw("parentAgentId", []byte("null"))
	o.String("createdAt", e.plan.Stamp(h.Metadata.Created))
	o.String("status", "completed")
	o.String("lastUpdatedAt", e.plan.Stamp(h.Metadata.LastModified))
	o.String("subagentName", agentType)
	o.Optional("model", h.Model.Model)
	return o.End()
}

// renamed returns an agent's metadata with the session's new id.
func renamed(meta []byte, id string) []byte {
	parent := jsonl.Value(meta).Get("parentSessionId")
	if !parent.IsString() || parent.Is(id) {
		return meta
	}
	return jsonl.Rewrite(nil, meta, []jsonl.Change{{Value: parent, Text: id}})
}
