package claude

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"stead/adapters/claude"
	"stead/timeline"
	"stead/writers"
)

// writeAgents writes the transcripts of the session's sub-agents, each with its file of notes, beside the session's
// file.
func (e *encoder) writeAgents(ctx context.Context, files *writers.Files) error {
	for _, child := range e.plan.Stream.Children {
		if e.stream.Header.Source.CLI == claude.Name && child.Header.Extra[claude.Aside] != nil {
			continue // its records are among the session's own
		}
		id := agentID(child.Header)
		transcript := filepath.Join(claude.AgentsFolder(e.plan.Path), claude.AgentFile(id))
		notes := strings.TrimSuffix(transcript, claude.Extension) + claude.AgentMetaExtension
		dst, err := files.Create(transcript)
		if err != nil {
			return err
		}
		agent := newEncoder(dst, e.plan, child, id)
		if err := agent.encode(ctx); err != nil {
			return err
		}
		e.out.report.Losses.Merge(agent.out.report.Losses)
		if err := files.Put(notes, agentNotes(child.Header)); err != nil {
			return err
		}
	}
	return nil
}

// agentID returns the id of a sub-agent: its own, when it is one of this CLI's, else one of the same form.
func agentID(h timeline.Header) string {
	if h.Source.CLI == claude.Name {
		return sanitize(h.ID, "a")
	}
	sum := sha256.Sum256([]byte(h.ID))
	return "a" + hex.EncodeToString(sum[:8])
}

// agentNotes returns what the CLI notes of a sub-agent: which call started it.
func agentNotes(h timeline.Header) []byte {
	if meta := timeline.KeptFile(h.Extra[claude.AgentMeta]); meta != nil {
		return meta
	}
	o := timeline.NewObject(nil)
	o.String("agentType", "general-purpose")
	o.String("description", "")
	if h.Lineage != nil {
		o.String("toolUseId", sanitize(h.Lineage.At, "toolu"))
	}
	o.Int("spawnDepth", 1)
	return o.End()
}
